import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatted, table, type GeneratedPage } from './page.js';

const FOLDER = 'docs/decisions';

/** Subjects of decisions, in the order of the index. */
const SUBJECTS = [
  'structure',
  'data',
  'jobs and events',
  'accounts and access',
  'sending',
  'texts and push',
  'contacts and lists',
  'landing pages',
  'CRM',
  'mailboxes',
  'GraphQL',
  'privacy',
  'operators',
  'documentation and tests',
];

const STATUS = /^(?:in force|(?:in force, changed|replaced) by (\d+(?:(?:, | and )\d+)*))$/;

const HEAD = `# Decisions

What was decided, and why. A decision that no longer holds is rewritten, or keeps its text with the status "replaced by". "Changed by"
names the decisions that changed a part of it; read them as well.

\`npm run docs:decisions\` writes this page from the line below the title of each decision. A new one takes the next free number and the
line \`Subject: <subject>. Status: in force.\` Subjects are those of the headings below; a new one is added in \`scripts/docs/decisions.ts\`.
`;

interface Decision {
  file: string;
  number: number;
  title: string;
  subject: string;
  status: string;
  /** The numbers that the status names. */
  successors: number[];
}

export const decisionsIndex: GeneratedPage = {
  name: 'decisions',
  file: `${FOLDER}/README.md`,
  write: async (root) => formatted(root, `${FOLDER}/README.md`, indexOf(readDecisions(root))),
};

function readDecisions(root: string): Decision[] {
  const files = readdirSync(join(root, FOLDER)).filter((file) => /^\d{4}-.+\.md$/.test(file));
  return files.sort().map((file) => readDecision(file, readFileSync(join(root, FOLDER, file), 'utf8')));
}

/** @throws Error that names the file, if its first lines are not those of a decision */
export function readDecision(file: string, text: string): Decision {
  const number = Number(file.slice(0, 4));
  const title = /^# (\d+)\. (.+)\n/.exec(text);
  if (Number(title?.[1]) !== number) throw new Error(`${file}: the first line is "# ${number}. <title>"`);
  const line = /^# .+\n\nSubject: ([^.]+)\. Status: ([^.]+)\.\n/.exec(text);
  if (!line) throw new Error(`${file}: the line below the title is "Subject: <subject>. Status: in force."`);
  const [, subject = '', status = ''] = line;
  if (!SUBJECTS.includes(subject)) throw new Error(`${file}: "${subject}" is none of ${SUBJECTS.join(', ')}`);
  const named = STATUS.exec(status);
  if (!named) throw new Error(`${file}: a status is "in force", "in force, changed by 7 and 9" or "replaced by 7"`);
  return {
    file,
    number,
    title: title?.[2] ?? '',
    subject,
    status,
    successors: (named[1]?.match(/\d+/g) ?? []).map(Number),
  };
}

/** @throws Error for two decisions of one number, or a status that names one that does not exist */
export function indexOf(decisions: readonly Decision[]): string {
  const byNumber = new Map(decisions.map((decision) => [decision.number, decision]));
  if (byNumber.size < decisions.length) throw new Error(`Two decisions have one number: ${repeated(decisions)}`);
  const statusOf = ({ file, status, successors }: Decision): string => {
    const unknown = successors.filter((number) => !byNumber.has(number));
    if (unknown.length > 0) throw new Error(`${file}: there is no decision ${unknown.join(', ')}`);
    return status.replace(/\d+/g, (number) => `[${number}](${byNumber.get(Number(number))?.file})`);
  };
  const sections = SUBJECTS.map((subject) => {
    const rows = decisions
      .filter((decision) => decision.subject === subject)
      .map((one) => [String(one.number), `[${one.title}](${one.file})`, statusOf(one)]);
    return rows.length === 0 ? '' : `## ${capitalized(subject)}\n\n${table(['no.', 'decision', 'status'], rows)}\n`;
  });
  return [HEAD, ...sections.filter(Boolean), missing(byNumber)].join('\n');
}

function missing(byNumber: ReadonlyMap<number, unknown>): string {
  const last = Math.max(...byNumber.keys());
  const absent = Array.from({ length: last }, (_, index) => index + 1).filter((number) => !byNumber.has(number));
  if (absent.length === 0) return '';
  return `## Numbers without a decision

${absent.join(', ')}: numbers are handed out before the text is written, because decisions are written side by side. For these no
decision was needed in the end. They are not handed out again.
`;
}

const repeated = (decisions: readonly Decision[]): string =>
  decisions
    .filter(({ number }, place) => decisions.findIndex((other) => other.number === number) !== place)
    .map(({ file }) => file)
    .join(', ');

const capitalized = (text: string): string => `${text[0]?.toUpperCase()}${text.slice(1)}`;
