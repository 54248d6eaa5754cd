import { Problem } from '#libs/core/http';
import { violatedUnique } from '#libs/core/persistence';

export const MAX_DOMAINS = 100;

const NO_NAME = 'must be a domain name of two labels or more, such as mail.example.com, and no IP address';

export function notADomainName(): Problem {
  return new Problem('ValidationError', {
    message: `Name ${NO_NAME}`,
    details: [{ Field: 'Name', Message: NO_NAME }],
  });
}

export function alreadyAdded(): Problem {
  return new Problem('AlreadyExists', {
    message: 'The account has this domain already',
    details: [{ Field: 'Name', Message: 'is the name of a domain that the account has' }],
  });
}

export function tooManyDomains(): Problem {
  const message = `An account has at most ${MAX_DOMAINS} domains`;
  return new Problem('InvalidParameter', { message, details: [{ Field: 'Name', Message: message }] });
}

export function keysAwaited(): Problem {
  return new Problem('Conflict', {
    message: 'The domain has new keys already. Publish their records and verify the domain',
  });
}

export function tooManyKeys(): Problem {
  return new Problem('Conflict', {
    message: 'The keys were changed too often. The retired ones leave the list seven days after their change',
  });
}

/** A constraint violation as a Problem; other errors unchanged. */
export function namingConflict(error: unknown): unknown {
  switch (violatedUnique(error)) {
    case 'sending_domain__name__uq':
      return alreadyAdded();
    case 'sending_domain__verified__uq':
      return new Problem('Conflict', { message: 'Another account has this domain verified. Nothing was changed' });
    default:
      return error;
  }
}
