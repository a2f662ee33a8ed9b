/**
 * A simulator of its own of who answers when: a list of events that is searched for the earliest, links that
 * count down the bytes of each message, and a server that serves one after another. It shares nothing with the actors,
 * knows of times alone, and computes in whole multiples of 2⁻⁸⁰, so that what it says is exact but for the last rounding.
 */

export interface Simulated {
  readonly agents: number;
  /** server steps to go through */
  readonly steps: number;
  /** answers that make a step; `undefined`: rounds of all agents */
  readonly answers: number | undefined;
  /** of a message, either way */
  readonly bytes: number;
  /** bytes a second, whole numbers */
  readonly serverUplink?: number;
  readonly serverDownlink?: number;
  /** seconds of the server's next piece of work, and of an agent's messages and work */
  readonly serverWork?: () => number;
  readonly downlink: (agent: number) => number;
  readonly work: (agent: number) => number;
  readonly uplink: (agent: number) => number;
}

export interface SimulatedUpdate {
  readonly agent: number;
  /** seconds: when it was sent, taken up and arrived, and when the step was over that it went into */
  readonly times: readonly number[];
}

interface OnLink {
  left: bigint;
  readonly agent: number;
  readonly act: () => void;
}

const UNIT = 2 ** 80;
const exact = (x: number): bigint => BigInt(x * UNIT);
/** Of what is through nothing but a rounding is left. */
const NOTHING = exact(2 ** -60);
const byTime = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);

/** The updates of each step, by agent where several go in at once. */
export function simulated(plan: Simulated): SimulatedUpdate[] {
  const events: { time: bigint; agent: number; order: number; act: () => void }[] = [];
  let now = 0n;
  let order = 0;
  const after = (seconds: number, agent: number, act: () => void): void => {
    events.push({ time: now + exact(seconds), agent, order: order++, act });
  };
  const links: { speed: bigint; under: OnLink[] }[] = [];
  const linkOf = (speed: number | undefined) => {
    if (speed === undefined)
      return (_: number, act: () => void) => {
        act();
      };
    const link = { speed: BigInt(speed), under: [] as OnLink[] };
    links.push(link);
    return (agent: number, act: () => void) => {
      link.under.push({ left: exact(plan.bytes), agent, act });
    };
  };
  const down = linkOf(plan.serverDownlink);
  const up = linkOf(plan.serverUplink);

  const updates: SimulatedUpdate[] = [];
  const atServer: { agent: number; times: bigint[] }[] = [];
  let gathered: typeof atServer = [];
  let isBusy = false;
  let steps = 0;

  const send = (agent: number): void => {
    const times = [now];
    down(agent, () => {
      after(plan.downlink(agent), agent, () => {
        times.push(now);
        after(plan.work(agent), agent, () => {
          after(plan.uplink(agent), agent, () => {
            up(agent, () => {
              times.push(now);
              atServer.push({ agent, times });
            });
          });
        });
      });
    });
  };
  const serve = (): void => {
    while (!isBusy && atServer.length > 0) {
      const update = atServer.shift()!;
      gathered.push(update);
      if (gathered.length < (plan.answers ?? plan.agents)) {
        if (plan.answers !== undefined) send(update.agent);
        continue;
      }
      isBusy = true;
      const step = (): void => {
        isBusy = false;
        steps++;
        for (const { agent, times } of gathered.sort((a, b) => a.agent - b.agent))
          updates.push({ agent, times: [...times, now].map((time) => Number(time) / UNIT) });
        gathered = [];
        if (plan.answers === undefined) for (let agent = 0; agent < plan.agents; agent++) send(agent);
        else send(update.agent);
      };
      if (plan.serverWork) after(plan.serverWork(), -1, step);
      else step();
    }
  };

  for (let agent = 0; agent < plan.agents; agent++) send(agent);
  while (steps < plan.steps) {
    events.sort((a, b) => byTime(a.time, b.time) || a.agent - b.agent || a.order - b.order);
    const ends = links.flatMap(({ speed, under }) =>
      under.map(({ left }) => now + (left * BigInt(under.length)) / speed),
    );
    const [first] = [...events.slice(0, 1).map(({ time }) => time), ...ends].sort(byTime);
    const through: OnLink[] = [];
    for (const link of links) {
      const { speed, under } = link;
      if (under.length === 0) continue;
      const share = ((first! - now) * speed) / BigInt(under.length);
      for (const onLink of under) onLink.left -= share;
      through.push(...under.filter(({ left }) => left < NOTHING));
      link.under = under.filter(({ left }) => left >= NOTHING);
    }
    now = first!;
    if (through.length === 0) events.shift()!.act();
    else for (const { act } of through.sort((a, b) => a.agent - b.agent)) act();
    serve();
  }
  return updates;
}
