/// What a sieve knows of the request at hand.
struct SieveState: ~Copyable {
  var document = JSONDocument()
  var tokenHeaderDocument = JSONDocument()
  var tokenClaimsDocument = JSONDocument()
  var payload = ByteView.empty
  var tokenHeader = ByteView.empty
  var tokenClaims = ByteView.empty
  /// Header names in lower case, header values, address, context.
  var texts = ByteStore(capacity: 4096)
  /// Texts that a test made.
  var scratch = ByteStore(capacity: 1024)
  /// Patterns that were asked for, by number.
  var patterns: [PatternAutomaton?] = []
  /// The payload that `document` was read from; empty where that is none.
  var scannedPayload = ByteStore(capacity: 1024)
  var providerToken = SieveProviderToken()
  var headers: [SieveHeaderField] = []
  var facts = SieveFacts()
  /// The route by its number, or -1; `hasRoute` says whether it is known.
  var route = -1
  var hasRoute = false
  var pushType: SieveText?
  var pushTypeIndex = -1
  var pushTypeFrom = SieveOrigin.none
  var certainty = -1
  /// Topics that could not be checked, as numbers, in the order in which they were met.
  var topics: [Int] = []
  var keys: [SieveKeyRecord] = []
  /// Whether `suspects` counts.
  var isNarrowed = false
  /// Requests that were found clean, the latest first.
  var templates: [SieveTemplate] = []
  /// The request that is being recorded.
  var recording: SieveRecording?
  /// Set while a test is made, whose operands are noted with it; and while the push type is not known yet.
  var isSettling = false
  var isInferring = false
  var limit = -1
  /// Set where a test could not be made: the rules must be asked.
  var isOpen = false
  /// Whether only what the class of a request decides is known, for making a plan.
  var isPlanning = false
}

/// The state of a sieve in memory of its own: reached without the run-time checks that a class makes of each access to
/// its properties. Its owner frees it.
@safe
struct SieveMemory {
  private let base: UnsafeMutablePointer<SieveState>

  init(_ state: consuming SieveState) {
    let base = UnsafeMutablePointer<SieveState>.allocate(capacity: 1)
    unsafe base.initialize(to: state)
    unsafe self.base = base
  }

  func free() {
    unsafe base.deinitialize(count: 1)
    unsafe base.deallocate()
  }

  var state: SieveState {
    @inline(__always) unsafeAddress { unsafe UnsafePointer(base) }
    @inline(__always) nonmutating unsafeMutableAddress { unsafe base }
  }
}

extension Sieve {
  var document: JSONDocument {
    @inline(__always) _read { yield memory.state.document }
    @inline(__always) _modify { yield &memory.state.document }
  }
  var tokenHeaderDocument: JSONDocument {
    @inline(__always) _read { yield memory.state.tokenHeaderDocument }
    @inline(__always) _modify { yield &memory.state.tokenHeaderDocument }
  }
  var tokenClaimsDocument: JSONDocument {
    @inline(__always) _read { yield memory.state.tokenClaimsDocument }
    @inline(__always) _modify { yield &memory.state.tokenClaimsDocument }
  }
  var payload: ByteView {
    @inline(__always) _read { yield memory.state.payload }
    @inline(__always) _modify { yield &memory.state.payload }
  }
  var tokenHeader: ByteView {
    @inline(__always) _read { yield memory.state.tokenHeader }
    @inline(__always) _modify { yield &memory.state.tokenHeader }
  }
  var tokenClaims: ByteView {
    @inline(__always) _read { yield memory.state.tokenClaims }
    @inline(__always) _modify { yield &memory.state.tokenClaims }
  }
  var texts: ByteStore {
    @inline(__always) _read { yield memory.state.texts }
    @inline(__always) _modify { yield &memory.state.texts }
  }
  var scratch: ByteStore {
    @inline(__always) _read { yield memory.state.scratch }
    @inline(__always) _modify { yield &memory.state.scratch }
  }
  var headers: [SieveHeaderField] {
    @inline(__always) _read { yield memory.state.headers }
    @inline(__always) _modify { yield &memory.state.headers }
  }
  var facts: SieveFacts {
    @inline(__always) _read { yield memory.state.facts }
    @inline(__always) _modify { yield &memory.state.facts }
  }
  var route: Int {
    @inline(__always) _read { yield memory.state.route }
    @inline(__always) _modify { yield &memory.state.route }
  }
  var hasRoute: Bool {
    @inline(__always) _read { yield memory.state.hasRoute }
    @inline(__always) _modify { yield &memory.state.hasRoute }
  }
  var pushType: SieveText? {
    @inline(__always) _read { yield memory.state.pushType }
    @inline(__always) _modify { yield &memory.state.pushType }
  }
  var pushTypeIndex: Int {
    @inline(__always) _read { yield memory.state.pushTypeIndex }
    @inline(__always) _modify { yield &memory.state.pushTypeIndex }
  }
  var recording: SieveRecording? {
    @inline(__always) _read { yield memory.state.recording }
    @inline(__always) _modify { yield &memory.state.recording }
  }
  var isSettling: Bool {
    @inline(__always) _read { yield memory.state.isSettling }
    @inline(__always) _modify { yield &memory.state.isSettling }
  }
  var isInferring: Bool {
    @inline(__always) _read { yield memory.state.isInferring }
    @inline(__always) _modify { yield &memory.state.isInferring }
  }
  var limit: Int {
    @inline(__always) _read { yield memory.state.limit }
    @inline(__always) _modify { yield &memory.state.limit }
  }
  var isOpen: Bool {
    @inline(__always) _read { yield memory.state.isOpen }
    @inline(__always) _modify { yield &memory.state.isOpen }
  }
  var isPlanning: Bool {
    @inline(__always) _read { yield memory.state.isPlanning }
    @inline(__always) _modify { yield &memory.state.isPlanning }
  }
  var pushTypeFrom: SieveOrigin {
    @inline(__always) _read { yield memory.state.pushTypeFrom }
    @inline(__always) _modify { yield &memory.state.pushTypeFrom }
  }
  var certainty: Int {
    @inline(__always) _read { yield memory.state.certainty }
    @inline(__always) _modify { yield &memory.state.certainty }
  }
  var topics: [Int] {
    @inline(__always) _read { yield memory.state.topics }
    @inline(__always) _modify { yield &memory.state.topics }
  }
  var keys: [SieveKeyRecord] {
    @inline(__always) _read { yield memory.state.keys }
    @inline(__always) _modify { yield &memory.state.keys }
  }
  var isNarrowed: Bool {
    @inline(__always) _read { yield memory.state.isNarrowed }
    @inline(__always) _modify { yield &memory.state.isNarrowed }
  }
  var templates: [SieveTemplate] {
    @inline(__always) _read { yield memory.state.templates }
    @inline(__always) _modify { yield &memory.state.templates }
  }
  var scannedPayload: ByteStore {
    @inline(__always) _read { yield memory.state.scannedPayload }
    @inline(__always) _modify { yield &memory.state.scannedPayload }
  }
  var providerToken: SieveProviderToken {
    @inline(__always) _read { yield memory.state.providerToken }
    @inline(__always) _modify { yield &memory.state.providerToken }
  }
  var patterns: [PatternAutomaton?] {
    @inline(__always) _read { yield memory.state.patterns }
    @inline(__always) _modify { yield &memory.state.patterns }
  }
}
