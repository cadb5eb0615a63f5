/// Hands pieces of work to threads, and gives the outcomes back in the order of the pieces.
///
/// Only one thread submits and takes. No thread is started before a second piece waits, so that a run over one
/// small input costs none; with one job there is never a thread.
final class OrderedWorkers<Piece: Sendable, Outcome: Sendable> {
  /// What the threads share; touched only under the monitor.
  private final class Queue: @unchecked Sendable {
    let monitor = Monitor()
    /// Pieces that nobody has taken yet, by their numbers.
    var waiting: [Int: Piece] = [:]
    /// The piece that is taken next.
    var first = 0
    var outcomes: [Int: Outcome] = [:]
    var isClosed = false

    /// The next piece; nil once there will be no more.
    func take() -> (number: Int, piece: Piece)? {
      monitor.locked {
        while waiting.isEmpty, !isClosed { monitor.wait() }
        guard let piece = waiting.removeValue(forKey: first) else { return nil }
        first += 1
        return (first - 1, piece)
      }
    }

    func put(_ outcome: Outcome, _ number: Int) {
      monitor.locked {
        outcomes[number] = outcome
        monitor.announce()
      }
    }
  }

  private let jobs: Int
  /// Makes what does the work: on each thread its own, since it has memory of its own.
  private let makeWorker: @Sendable () -> (Piece) -> Outcome
  private let queue = Queue()
  private var threads: [SystemThread] = []
  private var ownWorker: ((Piece) -> Outcome)?
  /// A piece that is done here unless another one comes.
  private var held: Piece?
  private var submitted = 0
  private var taken = 0

  init(jobs: Int, makeWorker: @escaping @Sendable () -> (Piece) -> Outcome) {
    self.jobs = jobs
    self.makeWorker = makeWorker
  }

  /// Pieces whose outcome was not taken yet.
  var outstanding: Int { submitted - taken }

  /// So many pieces keep every thread busy; whoever submits more only fills memory.
  var isFull: Bool { outstanding >= (jobs == 1 ? 1 : jobs * 4) }

  func submit(_ piece: Piece) {
    submitted += 1
    if jobs > 1, !threads.isEmpty || held != nil, start() {
      if let held {
        self.held = nil
        enqueue(held, submitted - 2)
      }
      enqueue(piece, submitted - 1)
    } else {
      if let held { finishHere(held, submitted - 2) }
      held = piece
    }
  }

  /// The outcome of the oldest piece; waits for it. Nil where nothing is outstanding.
  func next() -> Outcome? {
    guard outstanding > 0 else { return nil }
    if let held {
      self.held = nil
      finishHere(held, submitted - 1)
    }
    let number = taken
    taken += 1
    return queue.monitor.locked {
      while true {
        if let outcome = queue.outcomes.removeValue(forKey: number) { return outcome }
        queue.monitor.wait()
      }
    }
  }

  /// The outcome of the oldest piece, if it is there.
  func nextIfDone() -> Outcome? {
    guard outstanding > 0 else { return nil }
    let outcome = queue.monitor.locked { queue.outcomes.removeValue(forKey: taken) }
    if outcome != nil { taken += 1 }
    return outcome
  }

  /// Ends the threads; whatever was submitted is still done.
  func close() {
    queue.monitor.locked {
      queue.isClosed = true
      queue.monitor.announce()
    }
    for thread in threads { thread.join() }
    threads = []
  }

  private func finishHere(_ piece: Piece, _ number: Int) {
    let worker = ownWorker ?? makeWorker()
    ownWorker = worker
    queue.put(worker(piece), number)
  }

  private func enqueue(_ piece: Piece, _ number: Int) {
    queue.monitor.locked {
      if queue.waiting.isEmpty { queue.first = number }
      queue.waiting[number] = piece
      queue.monitor.announce()
    }
  }

  /// Starts the threads unless they run; false where the system gives none.
  private func start() -> Bool {
    guard threads.isEmpty else { return true }
    let queue = queue
    let makeWorker = makeWorker
    for _ in 0..<jobs {
      let thread = SystemThread {
        let worker = makeWorker()
        while let (number, piece) = queue.take() { queue.put(worker(piece), number) }
      }
      guard let thread else { break }
      threads.append(thread)
    }
    return !threads.isEmpty
  }
}
