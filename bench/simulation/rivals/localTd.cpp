// Local SA or SCAFFLSA on federated TD(0) as a loop over agents: a file of tables and a number of threads
// in, final theta and the seconds of the timed rounds out. No actors, no messages, no recording. Threads
// take contiguous shares of the agents, and models are added in the agents' order: the number of threads
// changes no bit.
#include "agentLoop.hpp"
#include "barrier.hpp"
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <thread>

int main(int, char **arguments) {
  FILE *file = fopen(arguments[1], "rb");
  const int threads = atoi(arguments[2]);
  if (!file || threads < 1) return 1;
  const Problem problem(file);
  fclose(file);
  const int M = problem.M;
  std::vector<Agent> agents(M);
  alignas(64) double model[d] = {};
  int round = 1;
  auto start = std::chrono::steady_clock::now();
  auto cpuStart = clock();

  const auto aggregate = [&] {
    double sum[d] = {};
    for (int i = 0; i < M; i++)
      for (int j = 0; j < d; j++) sum[j] += agents[i].theta[j];
    for (int j = 0; j < d; j++) model[j] = sum[j] / M;
    if (round == problem.timedFrom) {
      start = std::chrono::steady_clock::now();
      cpuStart = clock();
    }
    round++;
  };

  if (threads == 1) {
    for (int i = 0; i < M; i++) problem.start(i, agents[i]);
    while (round <= problem.rounds) {
      for (int i = 0; i < M; i++) problem.work(i, agents[i], model, round == 1);
      aggregate();
    }
  } else {
    Barrier barrier(threads);
    const auto share = [&](int thread) {
      const int from = (long)M * thread / threads, to = (long)M * (thread + 1) / threads;
      for (int i = from; i < to; i++) problem.start(i, agents[i]);
      for (int t = 1; t <= problem.rounds; t++) {
        for (int i = from; i < to; i++) problem.work(i, agents[i], model, t == 1);
        barrier.arrive(aggregate);
      }
    };
    std::vector<std::thread> others;
    for (int thread = 1; thread < threads; thread++) others.emplace_back(share, thread);
    share(0);
    for (auto &other : others) other.join();
  }

  const double cpu = (double)(clock() - cpuStart) / CLOCKS_PER_SEC;
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
  printf("{\"wall\": %.9f, \"cpu\": %.9f, \"theta\": [", wall.count(), cpu);
  for (int j = 0; j < d; j++) printf("%s%.17g", j ? ", " : "", model[j]);
  printf("]}\n");
}
