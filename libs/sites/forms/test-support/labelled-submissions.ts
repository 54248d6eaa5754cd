/** A submission as the judgement sees it, and what sent it. */
export interface LabelledSubmission {
  kind: string;
  isBot: boolean;
  address: string;
  /** Milliseconds since the set began. */
  at: number;
  values: { nome: string; email: string; mensagem: string; assunto?: string; site?: string };
  honeypot?: string;
  /** From the showing of the form to its sending (milliseconds); absent without a script. */
  elapsed?: number;
  /** The proof belongs to another form. */
  hasForeignProof?: boolean;
}

/** Kinds of senders, each with its share of the set. */
const A_KIND = 200;
const DAY = 86_400_000;

/** Ranges that real providers announce: rented machines, homes and mobile carriers. */
const DATACENTERS = ['5.9', '24.144', '2.28', '2.29'];
const HOMES = ['177.32', '2.136', '62.160', '23.24'];
const CARRIERS = ['177.56', '152.240', '152.234'];

const NAMES = ['Ana Prado', 'João da Silva', 'Maria Souza', 'Pedro Lima', 'Emma Smith', 'Lucía Pérez', 'Chen Wei'];
const ODD_NAMES = ["Sinéad O'Brien", 'Null', 'Ng', 'Test Pilot', 'X Æ A-12', 'Joana d’Arc', 'محمد', 'Åse', '李 小龙'];
const MAIL = ['gmail.com', 'outlook.com', 'uol.com.br', 'yahoo.com', 'icloud.com'];
const ODD_MAIL = ['familia-pereira.museum', 'xn--caf-dma.example', 'correio.example', 'a.b.c.example', 'posteo.de'];
const DISPOSABLE = ['mailinator.com', 'guerrillamail.com', 'yopmail.com', '10minutemail.com', 'trashmail.com'];
/** Addresses where people are found, as they write them. */
const SITES = [
  'https://instagram.com/ana.loja',
  'www.analoja.com.br',
  'https://www.linkedin.com/in/pedro-lima/',
  'http://chenwei.example/portfolio?lang=pt#2',
  'https://www.analoja.com.br e https://instagram.com/analoja',
  '@ana.loja',
];
const LINKING = [
  'Vi o anúncio em https://www.instagram.com/p/abc123/',
  'Parceria: www.casadobairro.example',
  'Orçamento como em https://exemplo.example/obra',
  'About https://shop.example/item/42',
];
const WITH_LINKS = [
  'Quero dois destes https://loja.example/azul e um deste aqui https://loja.example/verde, tem https://loja.example/novo também?',
  'Nosso site antigo é https://www.casa.example e o novo fica em https://www.casanova.example; o Instagram não mudou.',
  'Segue o edital https://gov.example/edital.pdf, o anexo https://gov.example/anexo.pdf e a planilha https://gov.example/p.xlsx para vocês.',
];
const PROSE = [
  'se x <a e y>b então',
  'Prazo < 10 dias, valor > 5 mil?',
  'Ana <ana@example.test> indicou vocês',
  'if a<b && c>d',
];
const MESSAGES = ['Quero um orçamento.', 'Qual o prazo de entrega?', 'Liguem depois das 18h, por favor.', 'Hello!', ''];

/** The set: the same for the same seed. Its people and bots are as we imagine them. */
export function labelledSubmissions(seed: number): LabelledSubmission[] {
  const random = randomOf(seed);
  const between = (low: number, high: number) => low + Math.floor(random() * (high - low));
  const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const addressOf = (ranges: readonly string[]) => `${one(ranges)}.${between(66, 71)}.${between(1, 255)}`;
  const values = (changes: Partial<LabelledSubmission['values']> = {}) => ({
    nome: one(NAMES),
    email: `p${between(1, 1e9)}@${one(MAIL)}`,
    mensagem: one(MESSAGES),
    ...changes,
  });
  const all: LabelledSubmission[] = [];
  const add = (kind: string, isBot: boolean, make: (n: number) => Omit<LabelledSubmission, 'kind' | 'isBot'>) => {
    for (let n = 0; n < A_KIND; n += 1) all.push({ kind, isBot, ...make(n) });
  };
  const home = () => ({ address: addressOf(HOMES), at: between(0, DAY), values: values() });
  const rented = () => ({ ...home(), address: addressOf(DATACENTERS) });
  /** Groups of one address that send within a minute. */
  const together = (size: number, ranges: readonly string[]) => {
    const groups = Array.from({ length: Math.ceil(A_KIND / size) }, (_, n) => ({
      address: `${ranges[n % ranges.length]}.66.${n + 1}`,
      from: n * 600_000,
    }));
    return (n: number) => {
      const { address, from } = groups[Math.floor(n / size)]!;
      return { address, at: from + (n % size) * Math.floor(55_000 / size), values: values() };
    };
  };

  add('bot: fills every field', true, () => ({
    ...(random() < 0.5 ? home() : rented()),
    honeypot: 'https://seo.example',
  }));
  add('bot: posts at once', true, () => ({ ...home(), elapsed: between(40, 1_300) }));
  add('bot: proof of another form', true, () => ({ ...home(), elapsed: between(2_000, 9_000), hasForeignProof: true }));
  add('bot: many rented machines', true, rented);
  add('bot: rented browsers that wait', true, () => ({ ...rented(), elapsed: between(3_000, 20_000) }));
  add('bot: throw-away mail', true, () => ({
    ...home(),
    values: values({ email: `x${between(1, 1e9)}@${one(DISPOSABLE)}` }),
    elapsed: random() < 0.5 ? between(2_000, 9_000) : undefined,
  }));
  const advert = (links: number) => Array.from({ length: links }, (_, n) => `https://shop${n}.example/buy`).join(' ');
  add('bot: links', true, () => ({
    ...home(),
    elapsed: between(2_000, 9_000),
    values: values(
      random() < 0.3 ? { nome: `Win ${advert(1)}` } : { mensagem: `Best prices ${advert(between(1, 6))}` },
    ),
  }));
  add('bot: bursts of 40 from one address', true, together(40, HOMES));

  add('person: types slowly', false, () => ({ ...home(), elapsed: between(20_000, 180_000) }));
  add('person: types quickly', false, () => ({ ...home(), elapsed: between(4_000, 10_000) }));
  add('person: autofill', false, () => ({ ...home(), elapsed: between(1_450, 5_000) }));
  add('person: company network in a data centre', false, () => ({ ...rented(), elapsed: between(5_000, 90_000) }));
  const family = together(5, HOMES);
  add('person: family behind one address', false, (n) => ({ ...family(n), elapsed: between(5_000, 60_000) }));
  const carrier = together(25, CARRIERS);
  add('person: 25 a minute behind a carrier', false, (n) => ({ ...carrier(n), elapsed: between(5_000, 60_000) }));
  add('person: without JavaScript', false, home);
  add('person: odd name and provider, one link', false, () => ({
    ...home(),
    elapsed: between(8_000, 60_000),
    values: values({
      nome: one(ODD_NAMES),
      email: `p${between(1, 1e9)}@${one(ODD_MAIL)}`,
      mensagem: 'Meu site é https://www.example.com, podem ver?',
    }),
  }));
  /** With and without a script, and with one that says nothing after a correction. */
  const unhurried = () => ({ ...home(), elapsed: random() < 0.7 ? between(8_000, 90_000) : undefined });
  add('person: gives the site that is asked for', false, () => ({
    ...unhurried(),
    values: values({ site: one(SITES) }),
  }));
  add('person: a link in a short text', false, () => ({ ...unhurried(), values: values({ assunto: one(LINKING) }) }));
  add('person: links among words', false, () => ({ ...unhurried(), values: values({ mensagem: one(WITH_LINKS) }) }));
  add('person: writes < and >', false, () => ({ ...unhurried(), values: values({ mensagem: one(PROSE) }) }));
  add('person: page left open for two days', false, () => ({ ...home(), elapsed: between(2 * DAY, 3 * DAY) }));
  return all.toSorted((a, b) => a.at - b.at);
}

/** Numbers from 0 to 1 by a linear congruential generator: good enough for a set, and the same everywhere. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
