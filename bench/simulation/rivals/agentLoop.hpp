// The agents of a federated TD(0) problem as flat arrays (`bench/problems/flatTables.ts`), and what an
// agent does in a round. Compiled with -DDIMENSION=d, so that the compiler knows every vector's length.
#pragma once
#include <cstdint>
#include <cstdio>
#include <vector>

constexpr int d = DIMENSION;

struct Generator {
  uint32_t s0, s1, s2, s3;

  // xoshiro128++
  uint32_t next() {
    const uint32_t sum = s0 + s3;
    const uint32_t result = ((sum << 7) | (sum >> 25)) + s0;
    const uint32_t t = s1 << 9;
    s2 ^= s0;
    s3 ^= s1;
    s1 ^= s2;
    s0 ^= s3;
    s2 ^= t;
    s3 = (s3 << 11) | (s3 >> 21);
    return result;
  }
};

// even positions in one lane, odd ones in the other, then their sum
static inline double dot(const double *a, const double *b) {
  double even = 0, odd = 0;
  for (int j = 0; j + 1 < d; j += 2) {
    even += a[j] * b[j];
    odd += a[j + 1] * b[j + 1];
  }
  if (d % 2) even += a[d - 1] * b[d - 1];
  return even + odd;
}

template <typename T> static std::vector<T> take(FILE *file, size_t count) {
  std::vector<T> out(count);
  if (fread(out.data(), sizeof(T), count, file) != count) throw "the file of tables is too short";
  return out;
}

// What an agent keeps between rounds; a line of the cache to itself, as threads write to neighbours.
struct alignas(64) Agent {
  double theta[d];   // what it sends
  double control[d]; // of SCAFFLSA, zero at the start
  Generator generator;
  int state, next;
};

struct Problem {
  int M, S, H, rounds, timedFrom;
  bool independent, corrected; // i.i.d. transitions; SCAFFLSA
  size_t featureStride;
  double stepSize;
  std::vector<double> discounts, rewards, features;
  std::vector<uint32_t> words, offsets, thresholds;
  std::vector<uint16_t> own, alias;

  explicit Problem(FILE *file) {
    const auto head = take<int32_t>(file, 10);
    M = head[0], S = head[1], H = head[3], rounds = head[4], timedFrom = head[5];
    const size_t slots = head[6];
    featureStride = head[7];
    independent = head[8], corrected = head[9];
    if (head[2] != d) throw "compiled for another dimension";
    stepSize = take<double>(file, 1)[0];
    discounts = take<double>(file, M);
    rewards = take<double>(file, (size_t)M * S);
    features = take<double>(file, (featureStride ? M : 1) * (size_t)S * d);
    words = take<uint32_t>(file, 4 * M);
    offsets = take<uint32_t>(file, (size_t)M * (S + 1) + 1);
    thresholds = take<uint32_t>(file, slots);
    own = take<uint16_t>(file, slots);
    alias = take<uint16_t>(file, slots);
  }

  // the successor of a state, or, of row S, a state of the stationary law
  int draw(int agent, int row, uint32_t word) const {
    const size_t r = (size_t)agent * (S + 1) + row;
    const uint64_t product = (uint64_t)word * (offsets[r + 1] - offsets[r]);
    const size_t slot = offsets[r] + (product >> 32);
    return (uint32_t)product < thresholds[slot] ? own[slot] : alias[slot];
  }

  void start(int i, Agent &agent) const {
    agent.generator = {words[4 * i], words[4 * i + 1], words[4 * i + 2], words[4 * i + 3]};
    agent.state = draw(i, S, agent.generator.next());
    agent.next = draw(i, agent.state, agent.generator.next());
    for (int j = 0; j < d; j++) agent.control[j] = 0;
  }

  // H local steps from the model; before them, but for the first round, the control takes up what the
  // model moved since the agent sent its own
  template <bool iid, bool scafflsa>
  void work(int i, Agent &agent, const double *model, bool first) const {
    const double *phi = features.data() + i * featureStride;
    const double *reward = rewards.data() + (size_t)i * S;
    const double discount = discounts[i];
    double theta[d], control[d];
    if (scafflsa) {
      const double gain = 1 / (stepSize * H);
      for (int j = 0; j < d; j++)
        control[j] = first ? 0 : agent.control[j] + gain * (model[j] - agent.theta[j]);
    }
    Generator generator = agent.generator;
    int state = agent.state, next = agent.next;
    for (int j = 0; j < d; j++) theta[j] = model[j];
    for (int step = 0; step < H; step++) {
      const double *row = phi + (size_t)state * d;
      const double value = dot(row, theta);
      const double delta = reward[state] + discount * dot(phi + (size_t)next * d, theta) - value;
      if (scafflsa)
        for (int j = 0; j < d; j++) theta[j] += stepSize * (delta * row[j] + control[j]);
      else
        for (int j = 0; j < d; j++) theta[j] += stepSize * (delta * row[j]);
      state = iid ? draw(i, S, generator.next()) : next;
      next = draw(i, state, generator.next());
    }
    agent.generator = generator;
    agent.state = state;
    agent.next = next;
    for (int j = 0; j < d; j++) agent.theta[j] = theta[j];
    if (scafflsa)
      for (int j = 0; j < d; j++) agent.control[j] = control[j];
  }

  void work(int i, Agent &agent, const double *model, bool first) const {
    if (independent) {
      if (corrected) work<true, true>(i, agent, model, first);
      else work<true, false>(i, agent, model, first);
    } else {
      if (corrected) work<false, true>(i, agent, model, first);
      else work<false, false>(i, agent, model, first);
    }
  }
};
