"""Local SA or SCAFFLSA on federated TD(0), vectorised over the agents with numpy: the tables of
`bench/problems/flatTables.ts` in, final theta and the seconds of the timed rounds out."""

import json
import sys
import time

import numpy as np

with open(sys.argv[1], "rb") as file:
    M, S, d, H, T, timed_from, slots, stride, iid, scafflsa = (
        int(x) for x in np.fromfile(file, np.int32, 10)
    )
    step_size = np.fromfile(file, np.float64, 1)[0]
    discounts = np.fromfile(file, np.float64, M)
    rewards = np.fromfile(file, np.float64, M * S).reshape(M, S)
    features = np.fromfile(file, np.float64, (M if stride else 1) * S * d).reshape(-1, d)
    s0, s1, s2, s3 = np.fromfile(file, np.uint32, 4 * M).reshape(M, 4).T.copy()
    offsets = np.fromfile(file, np.uint32, M * (S + 1) + 1).astype(np.uint64)
    thresholds = np.fromfile(file, np.uint32, slots)
    own = np.fromfile(file, np.uint16, slots)
    alias = np.fromfile(file, np.uint16, slots)

agents = np.arange(M)
first_feature = agents * (stride // d)
widths = np.diff(offsets)


def word():
    """xoshiro128++, one word for each agent."""
    global s0, s1, s2, s3
    total = s0 + s3
    result = ((total << np.uint32(7)) | (total >> np.uint32(25))) + s0
    shifted = s1 << np.uint32(9)
    s2 = s2 ^ s0
    s3 = s3 ^ s1
    s1 = s1 ^ s2
    s0 = s0 ^ s3
    s2 = s2 ^ shifted
    s3 = (s3 << np.uint32(11)) | (s3 >> np.uint32(21))
    return result


def draw(row):
    place = agents * (S + 1) + row
    product = word().astype(np.uint64) * widths[place]
    slot = offsets[place] + (product >> np.uint64(32))
    low = product.astype(np.uint32)
    return np.where(low < thresholds[slot], own[slot], alias[slot]).astype(np.int64)


stationary = np.full(M, S)
state = draw(stationary)
following = draw(state)
model = np.zeros(d)
control = np.zeros((M, d))
gain = 1 / (step_size * H)
start, cpu_start = time.perf_counter(), time.process_time()
for t in range(1, T + 1):
    theta = np.tile(model, (M, 1))
    for _ in range(H):
        phi = features[first_feature + state]
        phi_next = features[first_feature + following]
        value = np.einsum("ij,ij->i", phi, theta)
        next_value = np.einsum("ij,ij->i", phi_next, theta)
        delta = rewards[agents, state] + discounts * next_value - value
        if scafflsa:
            theta += step_size * (delta[:, None] * phi + control)
        else:
            theta += (step_size * delta)[:, None] * phi
        state = draw(stationary) if iid else following
        following = draw(state)
    model = theta.mean(axis=0)
    if scafflsa:
        control += gain * (model - theta)
    if t == timed_from:
        start, cpu_start = time.perf_counter(), time.process_time()
wall, cpu = time.perf_counter() - start, time.process_time() - cpu_start
print(json.dumps({"wall": wall, "cpu": cpu, "theta": model.tolist()}))
