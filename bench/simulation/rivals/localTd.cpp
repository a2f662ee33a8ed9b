// Local SA on federated TD(0) as a single-threaded loop: the tables of `bench/problems/flatTables.ts`
// in, final θ and the seconds of the timed rounds out. No actors, no messages, no recording.
// Compiled with -DDIMENSION=d, so that the compiler knows the length of every vector.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <ctime>
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

int main(int, char **arguments) {
  FILE *file = fopen(arguments[1], "rb");
  if (!file) return 1;
  const auto head = take<int32_t>(file, 8);
  const int M = head[0], S = head[1], H = head[3], T = head[4], timedFrom = head[5];
  const size_t slots = head[6], featureStride = head[7];
  if (head[2] != d) return 1;
  const double stepSize = take<double>(file, 1)[0];
  const auto discounts = take<double>(file, M);
  const auto rewards = take<double>(file, (size_t)M * S);
  const auto features = take<double>(file, (featureStride ? M : 1) * (size_t)S * d);
  const auto words = take<uint32_t>(file, 4 * M);
  const auto offsets = take<uint32_t>(file, (size_t)M * (S + 1) + 1);
  const auto thresholds = take<uint32_t>(file, slots);
  const auto own = take<uint16_t>(file, slots);
  const auto alias = take<uint16_t>(file, slots);
  fclose(file);

  const auto draw = [&](int agent, int row, uint32_t word) -> int {
    const size_t r = (size_t)agent * (S + 1) + row;
    const uint64_t product = (uint64_t)word * (offsets[r + 1] - offsets[r]);
    const size_t slot = offsets[r] + (product >> 32);
    return (uint32_t)product < thresholds[slot] ? own[slot] : alias[slot];
  };

  std::vector<Generator> generators(M);
  std::vector<int> states(M), nexts(M);
  for (int i = 0; i < M; i++) {
    generators[i] = {words[4 * i], words[4 * i + 1], words[4 * i + 2], words[4 * i + 3]};
    states[i] = draw(i, S, generators[i].next());
    nexts[i] = draw(i, states[i], generators[i].next());
  }

  double model[d] = {}, sum[d], theta[d];
  auto start = std::chrono::steady_clock::now();
  auto cpuStart = clock();
  for (int round = 1; round <= T; round++) {
    for (int j = 0; j < d; j++) sum[j] = 0;
    for (int i = 0; i < M; i++) {
      const double *phi = features.data() + i * featureStride;
      const double *reward = rewards.data() + (size_t)i * S;
      Generator generator = generators[i];
      int state = states[i], next = nexts[i];
      for (int j = 0; j < d; j++) theta[j] = model[j];
      for (int step = 0; step < H; step++) {
        const double *row = phi + (size_t)state * d;
        const double value = dot(row, theta);
        const double delta = reward[state] + discounts[i] * dot(phi + (size_t)next * d, theta) - value;
        for (int j = 0; j < d; j++) theta[j] += stepSize * (delta * row[j]);
        state = next;
        next = draw(i, state, generator.next());
      }
      generators[i] = generator;
      states[i] = state;
      nexts[i] = next;
      for (int j = 0; j < d; j++) sum[j] += theta[j];
    }
    for (int j = 0; j < d; j++) model[j] = sum[j] / M;
    if (round == timedFrom) {
      start = std::chrono::steady_clock::now();
      cpuStart = clock();
    }
  }
  const double cpu = (double)(clock() - cpuStart) / CLOCKS_PER_SEC;
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
  printf("{\"wall\": %.9f, \"cpu\": %.9f, \"theta\": [", wall.count(), cpu);
  for (int j = 0; j < d; j++) printf("%s%.17g", j ? ", " : "", model[j]);
  printf("]}\n");
}
