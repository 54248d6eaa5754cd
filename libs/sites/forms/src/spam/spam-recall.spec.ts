import { beforeAll, describe, expect, it } from 'vitest';
import { KeyRing, SecretBox } from '#libs/core/secrets';
import { createField } from '../../test-support/create-field.js';
import { labelledSubmissions, type LabelledSubmission } from '../../test-support/labelled-submissions.js';
import { Datacenters } from './datacenters.js';
import { FormProof } from './form-proof.js';
import { spamSigns } from './signs.js';
import { judgeSpam } from './spam.js';

const SEED = 20_261_122;
const MINUTE = 60_000;
const FORM = 'frm_0000000000000001';
const FIELDS = [
  createField({ name: 'nome' }),
  createField({ name: 'email', type: 'email' }),
  createField({ name: 'mensagem', type: 'texto_longo' }),
  createField({ name: 'assunto', label: 'Assunto' }),
  createField({ name: 'site', label: 'Seu site ou Instagram' }),
];

interface Row {
  isBot: boolean;
  total: number;
  spam: number;
}

const datacenters = new Datacenters();
const proofs = new FormProof(new SecretBox(KeyRing.fromConfig(`test:${Buffer.alloc(32, 1).toString('base64')}`)));
const rows = new Map<string, Row>();

beforeAll(async () => {
  const minutes = new Map<string, number>();
  for (const one of labelledSubmissions(SEED)) {
    const { kind, isBot } = one;
    const row = rows.get(kind) ?? { isBot, total: 0, spam: 0 };
    rows.set(kind, row);
    row.total += 1;
    if (await isJudgedSpam(one, minutes)) row.spam += 1;
  }
});

async function isJudgedSpam(one: LabelledSubmission, minutes: Map<string, number>): Promise<boolean> {
  const minute = `${one.address} ${Math.floor(one.at / MINUTE)}`;
  const recent = (minutes.get(minute) ?? 0) + 1;
  minutes.set(minute, recent);
  const now = 4 * 86_400_000 + one.at;
  const form = one.hasForeignProof ? 'frm_0000000000000002' : FORM;
  const proof = one.elapsed === undefined ? undefined : proofs.issue(form, now - one.elapsed);
  const signs = spamSigns(FIELDS, one.values, {
    honeypot: one.honeypot,
    proof: proofs.read(FORM, proof, now),
    elapsedMs: undefined,
    recent,
    isFromDatacenter: await datacenters.has(one.address),
  });
  return judgeSpam(signs).isSpam;
}

const sum = (isBot: boolean, what: 'total' | 'spam'): number =>
  [...rows.values()].filter((row) => row.isBot === isBot).reduce((total, row) => total + row[what], 0);

describe('the judgement of spam on the generated set', () => {
  it('has the recall and the precision that the documentation states', () => {
    const recall = sum(true, 'spam') / sum(true, 'total');
    const precision = sum(true, 'spam') / (sum(true, 'spam') + sum(false, 'spam'));
    const lines = [...rows].map(
      ([kind, { spam, total }]) => `${kind.padEnd(44)} ${String(spam).padStart(4)} of ${total}`,
    );
    process.stdout.write(
      `${lines.toSorted().join('\n')}\nrecall ${recall.toFixed(3)}, precision ${precision.toFixed(3)}\n`,
    );
    expect(recall).toBeGreaterThanOrEqual(0.7);
    expect(precision).toBeGreaterThanOrEqual(0.98);
  });

  it.each([
    ['bot: fills every field', 1],
    ['bot: posts at once', 1],
    ['bot: proof of another form', 1],
    ['bot: many rented machines', 0.95],
    ['bot: bursts of 40 from one address', 0.7],
    ['bot: links', 0.5],
    ['bot: throw-away mail', 0.4],
  ])('finds %s in %d of the cases or more', (kind, floor) => {
    const { spam, total } = rows.get(kind)!;
    expect(spam / total).toBeGreaterThanOrEqual(floor);
  });

  it('takes no kind of person for a bot more often than once in twenty', () => {
    const people = [...rows].filter(([, { isBot }]) => !isBot);
    expect(people.length).toBeGreaterThan(5);
    for (const [kind, { spam, total }] of people) expect(spam / total, kind).toBeLessThanOrEqual(0.05);
  });

  it('is the same set each time', () => {
    expect(labelledSubmissions(SEED)).toEqual(labelledSubmissions(SEED));
    expect(labelledSubmissions(SEED)).not.toEqual(labelledSubmissions(SEED + 1));
  });
});
