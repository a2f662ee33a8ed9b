import { built, shipped } from '/work/wt/closure/test/scenarios/shippedPanels.ts';
import { resolvePanels } from '/work/wt/closure/src/scenario/panels.ts';
import { knownProblem } from '/work/wt/closure/src/theory/moments/knownProblem.ts';
import { exactErrorsOf } from '/work/wt/closure/src/theory/moments/exactErrors.ts';
import { closureMoments } from '/work/wt/closure/src/theory/closure/closureMoments.ts';
const [,, name, panelName, algs, rs] = process.argv;
const panels = resolvePanels(await shipped(name!), false);
const panel = panels.find((p) => (p.name ?? '-') === panelName)!;
let t = performance.now();
const { problem, solution, configuration } = await built(panel);
const known: any = knownProblem(problem, solution, configuration);
console.log('built', performance.now() - t);
for (const a of configuration.algorithms.filter((x) => algs === 'all' || algs!.split(',').includes(x.name))) {
  const rounds = rs!.split(',').map(Number);
  const need: any = exactErrorsOf(known, a, rounds, { multiplications: 0, doubles: 1e10 }, closureMoments);
  t = performance.now(); let t0 = t;
  const r: any = exactErrorsOf(known, a, rounds, { multiplications: need.needed * 1.0001, doubles: 1e10, progress: (n) => console.log('   ', n, ((performance.now() - t0) / 1000).toFixed(2)) }, closureMoments);
  console.log(name, panelName, a.name, r.meanSquare?.map((x: number) => x.toPrecision(6)).join(' '), 'bias', r.biasSquare?.map((x: number) => x.toPrecision(3)).join(' '), r.reason ?? '', r.neglects, 'needed', need.needed?.toExponential(1), 'time', ((performance.now() - t) / 1000).toFixed(1));
}
