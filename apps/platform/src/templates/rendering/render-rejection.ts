import { Problem, invalidField } from '#libs/core/http';
import { REQUEST_LIMITS } from './render-call.js';
import { MAX_WORK, THREAD_MEMORY, type Part, type RenderFault } from './render-messages.js';

/** Why a message was not filled in. */
export interface RenderRejection {
  problem: Problem;
  /** Whether the reason is the template, and not the data of one message. */
  isOfTemplate: boolean;
}

const FIELD: Record<Part, string> = { subject: 'Subject', html: 'Html', text: 'Text' };

const EXCESS = {
  work: `more than ${MAX_WORK} characters, list items and steps`,
  time: `more than ${REQUEST_LIMITS.messageMs / 1_000} seconds`,
  memory: `more than ${THREAD_MEMORY.maxOldGenerationSizeMb} MB`,
};

/** Turns a fault into what the sender is told. @param templateId names the template, if it has an id */
export function toRejection(fault: RenderFault, templateId?: string): RenderRejection {
  const isOfTemplate = fault.kind === 'broken' || fault.kind === 'heavy';
  return { problem: toProblem(fault, templateId), isOfTemplate };
}

/** A part whose syntax alone takes too much. */
export function tooLongToRead(part: Part): Problem {
  return invalidField('InvalidParameter', FIELD[part], 'takes too long to read: use fewer tags and less nesting');
}

function toProblem(fault: RenderFault, templateId: string | undefined): Problem {
  switch (fault.kind) {
    case 'missing':
      return missingVariable(FIELD[fault.part], fault.variable);
    case 'broken':
      return invalidField('InvalidParameter', FIELD[fault.part], fault.message);
    case 'unusable':
      return invalidField('InvalidParameter', 'TemplateData', fault.message);
    case 'long':
      return invalid(`makes ${FIELD[fault.part]} longer than ${fault.max} characters`);
    case 'heavy':
      return invalid(
        `makes ${subjectOf(fault.part, templateId)} take too much time or memory to fill in: ${EXCESS[fault.limit]}. ` +
          'Loop over less, or prepare lists in the data',
      );
  }
}

function subjectOf(part: Part | undefined, templateId: string | undefined): string {
  if (part) return templateId ? `${FIELD[part]} of ${templateId}` : FIELD[part];
  return templateId ?? 'the template';
}

const invalid = (message: string): Problem => invalidField('InvalidParameter', 'TemplateData', message);

function missingVariable(field: string, variable: string): Problem {
  return new Problem('MissingParameter', {
    message: `TemplateData lacks the variable ${variable}, which ${field} uses`,
    details: [{ Field: `TemplateData.${variable}`, Message: `is used by ${field} and missing` }],
  });
}
