import type { Stage } from '../../contacts/contact-values.js';
import { foldText } from '../../fold-text.js';
import { toWireStage } from '../../contacts/dto/wire-values.js';

/** Stages as other products name them, folded and without separators. */
const NAMES: Readonly<Record<Stage, readonly string[]>> = {
  new: ['new', 'lead', 'subscriber', 'assinante', 'visitante'],
  contacted: ['contacted', 'connected', 'emcontato', 'inprogress'],
  qualified: [
    'qualified',
    'leadqualificado',
    'marketingqualifiedlead',
    'mql',
    'salesqualifiedlead',
    'sql',
    'opportunity',
    'oportunidade',
  ],
  customer: ['customer', 'client', 'evangelist', 'clientes'],
  discarded: ['discarded', 'disqualified', 'unqualified', 'desqualificado', 'perdido', 'lost'],
};

const STAGES = new Map(
  (Object.keys(NAMES) as Stage[]).flatMap((stage) => NAMES[stage].map((name) => [name, toWireStage(stage)] as const)),
);

/** A stage as the API names it, of a text of a file; the folded text if no stage is meant. */
export function stageOf(text: string): string {
  const folded = foldText(text);
  return STAGES.get(folded.replace(/[^a-z]/g, '')) ?? folded;
}
