import { randomUUID } from 'node:crypto';
import { Collector } from '../../apps/runtime/src/collect/commit/collector.js';
import type { CollectedLine } from '../../apps/runtime/src/collect/ingest/collected-line.js';
import { EventJournal } from '../../apps/runtime/src/collect/ingest/event-journal.js';
import type { RuntimeConfig } from '../../apps/runtime/src/config.js';
import { waitUntil } from '#libs/test/testing';
import type { AppStack } from './app-stack.js';
import type { PagesStack } from './pages-stack.js';
import { randomNumbers } from './random.js';

/** Pages, a pixel and a form of random traffic. */
export interface TrafficPlaces {
  pages: readonly string[];
  pixel: string;
  form: string;
}

export interface RandomTraffic extends TrafficPlaces {
  tenantId: string;
  seed: number;
  visits: number;
  /** Visits begin at one of so many days from the first moment on. */
  first: Date;
  days: number;
}

const DAY_MS = 86_400_000;
/** Room of a visit, and the most that it takes: two of the same visitor are further apart than the silence that ends a session. */
const SLOT_MS = 150 * 60_000;
const VISIT_MS = 80 * 60_000;
const SILENCE_MS = 31 * 60_000;
/** Batches that are given to the journal at once. */
const CHUNK = 150;

const SOURCES = ['', 'google', 'news', 'Ação', '=1+1'];
const CAMPAIGNS = ['', 'natal', 'verao'];
const BOTS = ['agent', 'datacenter', 'timing'] as const;
const KINDS = ['view', 'view', 'view', 'click', 'click', 'scroll', 'conversion', 'form', 'custom'] as const;

/**
 * Batches of visits: people with and without consent, some who ask not to be followed, and programs. A visit comes in up to three batches,
 * which follow each other; visits come in any order.
 */
export function randomTraffic({
  tenantId,
  seed,
  visits,
  first,
  days,
  pages,
  pixel,
  form,
}: RandomTraffic): CollectedLine[] {
  const random = randomNumbers(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = <T>(values: readonly T[]): T => values[below(values.length)]!;
  const taken = new Set<string>();

  const visitOf = (): CollectedLine[] => {
    const visitor = below(60);
    const slot = below((days * DAY_MS) / SLOT_MS);
    if (taken.has(`${visitor} ${slot}`)) return [];
    taken.add(`${visitor} ${slot}`);
    const isFollowed = visitor < 50;
    const isBot = visitor % 10 === 9;
    const places = [...pages, pixel];
    const base = {
      tenant: tenantId,
      day: first.toISOString().slice(0, 10),
      visitor: isFollowed ? Buffer.alloc(8, visitor + 1).toString('base64url') : null,
      consented: isFollowed && visitor % 3 === 0,
      load: randomUUID(),
      s: {
        utm: [pick(SOURCES), pick(['', 'cpc']), pick(CAMPAIGNS), pick(['', 'termo']), pick(['', 'a', 'b'])],
        referrer: pick(['', 'busca.test']),
        country: pick(['', 'BR', 'PT', 'US']),
        device: pick(['desktop', 'mobile', 'tablet', 'desconhecido'] as const),
        os: pick(['', 'Linux', 'iOS']),
        browser: pick(['Firefox', 'Safari']),
        language: pick(['', 'pt', 'en']),
        bot: isBot ? pick(BOTS) : null,
      } as CollectedLine['s'],
    };
    let at = first.getTime() + slot * SLOT_MS + below(SLOT_MS - VISIT_MS - SILENCE_MS);
    return Array.from({ length: 1 + below(3) }, () => {
      const page = pick(places);
      const variant = page === pixel ? null : pick(['1', '2']);
      const events = Array.from({ length: 1 + below(4) }, () => {
        at += 1 + below(VISIT_MS / 12 - 1);
        return { t: at, path: pick(['/', '/preco']), ...eventOf(pick(KINDS)) };
      });
      return { ...base, id: randomUUID(), page, variant, events };
    });
  };

  const eventOf = (kind: (typeof KINDS)[number]): Omit<CollectedLine['events'][number], 't' | 'path'> => {
    if (kind === 'click') return { k: 'click', x: pick([0, 37, 100]), y: pick([5, 80]) };
    if (kind === 'scroll') return { k: 'scroll', depth: below(101) };
    if (kind === 'conversion')
      return random() < 0.7 ? { k: 'conversion', name: form } : { k: 'conversion', name: 'alvo' };
    if (kind !== 'form') return { k: kind, ...(kind === 'custom' && { name: 'video', value: below(9) }) };
    const formKind = pick(['form_view', 'form_start', 'form_field', 'form_submit'] as const);
    const field = { field: pick(['nome', 'email', 'inventado']), ...(random() < 0.5 && { last: random() < 0.7 }) };
    if (formKind === 'form_field') return { k: formKind, name: form, extra: field };
    return { k: formKind, name: form, ...(formKind === 'form_submit' && { extra: { spam: random() < 0.5 } }) };
  };

  const all = Array.from({ length: visits }, visitOf).filter((lines) => lines.length > 0);
  const order: CollectedLine[] = [];
  // Takes the next batch of a visit that is under way, or begins another.
  while (all.length > 0) {
    const place = below(Math.min(8, all.length));
    order.push(all[place]!.shift()!);
    if (all[place]!.length === 0) all.splice(place, 1);
  }
  return order;
}

/** Gives batches to a runtime's journal, and waits until they are counted. */
export async function countTraffic(
  stack: PagesStack,
  runtime: AppStack<RuntimeConfig>,
  lines: readonly CollectedLine[],
): Promise<void> {
  const journal = runtime.app.get(EventJournal, { strict: false });
  const collector = runtime.app.get(Collector, { strict: false });
  for (let from = 0; from < lines.length; from += CHUNK) {
    await Promise.all(lines.slice(from, from + CHUNK).map((line) => journal.append(line)));
    await collector.run();
  }
  const ids = lines.map(({ id }) => id);
  const counted = async () => {
    const rows = await stack.sql<{ n: number }>('select count(*)::int as n from collected where batch_id = any ($1)', [
      ids,
    ]);
    return rows[0]?.n === ids.length;
  };
  await waitUntil(counted, { what: 'the count of the batches' });
}
