import { Problem } from '#libs/core/http';
import type { DocumentSection, PageDocument } from '../document/page-document.js';
import { validateDocument } from '../validation/validate-document.js';

const FAULTS_MAX = 20;
const FAULT_MAX = 500;
const FENCED = /^\s*```[a-z]*\s*\n([\s\S]*?)\n?\s*```\s*$/i;
/** Ids that a model can only invent. */
const INVENTED = /^(med|frm)_[0-9a-f]{16}$/;

export type ReadAnswer =
  | { document: PageDocument; faults?: never }
  | { document?: never; faults: readonly [string, ...string[]] };

/** The document in what a model answered, or what is wrong with it. */
export function readAnswer(answer: string): ReadAnswer {
  const value = parsed(answer);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { faults: ['A resposta não é um documento JSON.'] };
  try {
    return judged(value);
  } catch (error) {
    if (error instanceof RangeError) return { faults: ['A resposta é aninhada demais.'] };
    throw error;
  }
}

function judged(value: object): ReadAnswer {
  const first = faultOf(value);
  if (first !== null) {
    const others = sectionFaults(value).filter((fault) => fault !== first);
    return { faults: [first, ...others.slice(0, FAULTS_MAX - 1)] };
  }
  const document = withoutInvented(value as PageDocument);
  const fault = faultOf(document);
  return fault === null ? { document } : { faults: [fault] };
}

function parsed(answer: string): unknown {
  const text = FENCED.exec(answer)?.[1] ?? answer;
  // Some models write a sentence before and after the document.
  const from = text.indexOf('{');
  const to = text.lastIndexOf('}');
  if (from < 0 || to < from) return undefined;
  try {
    return JSON.parse(text.slice(from, to + 1));
  } catch {
    return undefined;
  }
}

function faultOf(value: object): string | null {
  try {
    validateDocument(value);
    return null;
  } catch (error) {
    if (error instanceof Problem && error.code === 'Unprocessable') return sentenceOf(error);
    throw error;
  }
}

function sentenceOf({ message, extra }: Problem): string {
  const { campo, mensagem } = (extra ?? {}) as { campo?: string; mensagem?: string };
  return (campo && mensagem ? `${campo}: ${mensagem}` : message).slice(0, FAULT_MAX);
}

/** The validation stops at its first fault; a model corrects all sections at once. */
function sectionFaults(value: object): string[] {
  const { secoes: sections } = value as { secoes?: unknown };
  if (!Array.isArray(sections)) return [];
  const faults: string[] = [];
  for (const [index, section] of (sections as DocumentSection[]).entries()) {
    const fault = faultOf({ versao: 2, secoes: [section] });
    if (fault !== null) faults.push(fault.replace('secoes[0]', `secoes[${index}]`));
    if (faults.length === FAULTS_MAX) break;
  }
  return faults;
}

function withoutInvented<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withoutInvented) as T;
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([, one]) => typeof one !== 'string' || !INVENTED.test(one));
  return Object.fromEntries(kept.map(([name, one]) => [name, withoutInvented(one)])) as T;
}
