import type { ProblemCode } from './codes.js';
import { Problem } from './problem.js';

interface Refusal {
  /** Code that the interface names, such as `caminho_em_uso`, else a sentence. */
  erro: string;
  /** The same in words, where `erro` is a code. */
  mensagem?: string;
  /** The field at fault. */
  campo?: string;
}

/** A Problem whose answer is `{erro, mensagem, campo}`. */
export function refusal(code: ProblemCode, { erro, ...extra }: Refusal & Record<string, unknown>): Problem {
  return new Problem(code, { message: erro, extra });
}
