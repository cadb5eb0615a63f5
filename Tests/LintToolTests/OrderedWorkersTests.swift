import Foundation
import Testing

@testable import LintTool

@Suite struct OrderedWorkersTests {
  @Test("Outcomes come in the order of the pieces, whichever takes longest", arguments: [1, 2, 8])
  func order(jobs: Int) {
    let workers = OrderedWorkers<Int, Int>(jobs: jobs) {
      { piece in
        if piece % 5 == 0 { usleep(2000) }
        return piece * 2
      }
    }
    var outcomes: [Int] = []
    for piece in 0..<200 {
      workers.submit(piece)
      while let outcome = workers.nextIfDone() { outcomes.append(outcome) }
      while workers.isFull, let outcome = workers.next() { outcomes.append(outcome) }
      #expect(workers.outstanding < max(1, jobs * 4))
      // A sender that pauses now and then.
      if piece % 37 == 0 {
        while let outcome = workers.next() { outcomes.append(outcome) }
      }
    }
    while let outcome = workers.next() { outcomes.append(outcome) }
    workers.close()
    #expect(outcomes == (0..<200).map { $0 * 2 })
    #expect(workers.next() == nil)
  }

  @Test("A piece by itself is done on the thread that asks for it; more of them are done on others")
  func threads() {
    let mine = pthread_self()
    let workers = OrderedWorkers<Int, Bool>(jobs: 2) { { _ in pthread_equal(pthread_self(), mine) != 0 } }
    for piece in 0..<3 {
      workers.submit(piece)
      #expect(workers.next() == true)
    }
    workers.submit(3)
    workers.submit(4)
    #expect([workers.next(), workers.next()] == [false, false])
    workers.close()
  }

  /// A piece that counts how many of its kind there are.
  private final class Token: Sendable {
    static let monitor = Monitor()
    nonisolated(unsafe) static var alive = 0

    init() { Token.monitor.locked { Token.alive += 1 } }
    deinit { Token.monitor.locked { Token.alive -= 1 } }
  }

  @Test("Pieces are let go of as they are done, so that memory does not grow with a stream")
  func memory() {
    let workers = OrderedWorkers<Token, Int>(jobs: 4) { { _ in 1 } }
    var most = 0
    var done = 0
    for _ in 0..<500 {
      workers.submit(Token())
      while workers.isFull, let outcome = workers.next() { done += outcome }
      most = max(most, Token.monitor.locked { Token.alive })
    }
    while let outcome = workers.next() { done += outcome }
    workers.close()
    #expect(done == 500)
    // Those outstanding, and one in the hands of each thread.
    #expect(most <= 4 * 4 + 4 + 1)
    #expect(Token.monitor.locked { Token.alive } == 0)
  }
}
