/** What run it is that a page shows. */
import { keyOf } from '../../algorithms/parts.ts';
import { titlesOf } from '../../algorithms/titles.ts';
import type { Manifest } from '../../recording/manifest.ts';
import type { Frames } from './frames.ts';

/**
 * The frame `run`.
 *
 * @param manifest - `undefined` before there is one
 * @param isViewed - whether what is recorded may be stepped through
 */
export function runFrame(
  manifest: Manifest | undefined,
  common: Pick<Frames['run'], 'directory' | 'panels' | 'panel'>,
  isViewed: boolean,
): Frames['run'] {
  if (manifest === undefined)
    return {
      ...common,
      title: 'The run has not begun yet',
      question: '',
      state: 'waiting',
      failure: null,
      steppable: null,
    };
  const { scenario, state, failure, configuration } = manifest;
  const { title, question } = scenario;
  return {
    ...common,
    title,
    question,
    state,
    failure,
    steppable: isViewed ? steppable(configuration) : null,
  };
}

function steppable({ algorithms, seeds }: Manifest['configuration']): Frames['run']['steppable'] {
  const titleOf = titlesOf(algorithms);
  const keys = algorithms.map(keyOf);
  return { algorithms: keys.map((key) => ({ key, title: titleOf(key) })), firstSeed: seeds[0]! };
}
