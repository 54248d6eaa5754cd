import { Html } from './html.js';

const DRAWINGS = {
  envelope: '<rect x="3" y="5" width="18" height="14" rx="2.5"/><path d="m3.5 7.5 8.5 6 8.5-6"/>',
  key: '<circle cx="8" cy="15" r="4.5"/><path d="m11.2 11.8 8.3-8.3m-3.5 3.5 3 3"/>',
  people:
    '<circle cx="9" cy="8" r="3.5"/><path d="M2.5 20a6.5 6.5 0 0 1 13 0m.5-15.2a3.5 3.5 0 0 1 0 6.4m2 3.3a6.5 6.5 0 0 1 3.5 5.5"/>',
  check: '<path d="m5 12.5 4.5 4.5L19 7.5"/>',
  clock: '<circle cx="12" cy="12" r="9"/><path d="M12 7v5l3.5 2"/>',
  shield:
    '<path d="M12 3 4.5 6v5.2c0 4.6 3.1 7.9 7.5 9.8 4.4-1.9 7.5-5.2 7.5-9.8V6z"/><path d="m9.5 9.5 5 5m0-5-5 5"/>',
  cross: '<path d="m7 7 10 10M17 7 7 17"/>',
} as const;

type Drawing = keyof typeof DRAWINGS;

/** A small drawing above the heading. It says nothing that the heading does not, so screen readers pass it by. */
export function mark(drawing: Drawing, mood: '' | 'good' | 'bad' = ''): Html {
  return new Html(
    `<div class="mark ${mood}" aria-hidden="true"><svg viewBox="0 0 24 24">${DRAWINGS[drawing]}</svg></div>`,
  );
}
