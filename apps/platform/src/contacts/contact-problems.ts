import { Problem, type ProblemDetail } from '#libs/core/http';
import { violatedUnique } from '#libs/core/persistence';

/** Fields of which no two contacts have the same value. */
export type UniqueField = 'ExternalId' | 'Email' | 'Phone';

const FIELD_OF_CONSTRAINT: Readonly<Record<string, UniqueField>> = {
  contact__external_id__uq: 'ExternalId',
  contact__email__uq: 'Email',
  contact__phone__uq: 'Phone',
};

const UNREACHABLE: ProblemDetail = { Field: 'Email', Message: 'must be given unless Phone is' };

/** Another contact has this value of a unique field. */
export function taken(field: UniqueField): Problem {
  const message = `Another contact has this ${field}.`;
  return new Problem('AlreadyExists', { message, details: [{ Field: field, Message: 'is that of another contact' }] });
}

/** A violated unique constraint as a problem that names the field; other errors unchanged. */
export function namingTakenField(error: unknown): unknown {
  const field = FIELD_OF_CONSTRAINT[violatedUnique(error) ?? ''];
  return field ? taken(field) : error;
}

/** A new contact without e-mail and telephone number. */
export function unreachable(): Problem {
  return new Problem('ValidationError', { message: 'Give Email, Phone or both.', details: [UNREACHABLE] });
}

/** A change that would leave a contact without e-mail and telephone number. */
export function leftUnreachable(): Problem {
  return new Problem('InvalidParameter', { message: 'A contact keeps Email, Phone or both.', details: [UNREACHABLE] });
}

export function nothingToChange(): Problem {
  return new Problem('MissingParameter', {
    message: 'Give at least one of ExternalId, Email, Phone, Name and Attributes',
  });
}
