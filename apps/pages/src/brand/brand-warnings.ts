import type { Brand } from '../markup/page-context.js';
import { contrast } from '#libs/sites/sites';

/** Least contrast of text in normal size, by level AA of WCAG 2. */
const LEAST_CONTRAST = 4.5;

/** Two colours of a brand that are hard to tell apart where one is written on the other. */
export interface BrandWarning {
  text: keyof Brand['colors'];
  background: keyof Brand['colors'];
  /** The ratio of WCAG 2, rounded down to two digits so that it never looks sufficient when it is not. */
  ratio: number;
  least: number;
}

/** Pairs of a text colour and the background that pages put it on. */
const PAIRS: readonly (readonly [BrandWarning['text'], BrandWarning['background']])[] = [
  ['text', 'background'],
  ['text', 'surface'],
  ['onPrimary', 'primary'],
];

export function warningsOf({ colors }: Brand): BrandWarning[] {
  return PAIRS.map(([text, background]) => ({ text, background, ratio: contrast(colors[text], colors[background]) }))
    .filter(({ ratio }) => ratio < LEAST_CONTRAST)
    .map((pair) => ({ ...pair, ratio: Math.floor(pair.ratio * 100) / 100, least: LEAST_CONTRAST }));
}
