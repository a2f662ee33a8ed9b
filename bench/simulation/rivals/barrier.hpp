// A barrier of threads that were started once: who comes last does what is to be done once a round, and
// lets the others go. Who waits looks for some ten microseconds, and sleeps then (a futex, on Linux).
#pragma once
#include <atomic>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

class Barrier {
  static constexpr int LOOKS = 2000;
  const int threads;
  alignas(64) std::atomic<int> arrived{0};
  alignas(64) std::atomic<uint32_t> phase{0};

public:
  explicit Barrier(int threads) : threads(threads) {}

  template <typename Once> void arrive(Once once) {
    const uint32_t now = phase.load(std::memory_order_relaxed);
    if (arrived.fetch_add(1, std::memory_order_acq_rel) + 1 == threads) {
      once();
      arrived.store(0, std::memory_order_relaxed);
      phase.store(now + 1, std::memory_order_release);
      phase.notify_all();
      return;
    }
    for (int look = 0; look < LOOKS; look++) {
      if (phase.load(std::memory_order_acquire) != now) return;
#if defined(__x86_64__)
      _mm_pause();
#endif
    }
    phase.wait(now, std::memory_order_acquire);
  }
};
