import { invalidField, Problem } from '#libs/core/http';
import { violatedUnique } from '#libs/core/persistence';

export const MAX_DOMAINS = 100;

export function notADomainName(): Problem {
  return invalidField(
    'ValidationError',
    'name',
    'must be a domain name of two labels or more, such as example.com, and no IP address',
  );
}

export function alreadyAdded(): Problem {
  return new Problem('EnderecoEmUso', { message: 'The account has this domain already' });
}

export function tooManyDomains(): Problem {
  return new Problem('Conflict', { message: `An account has at most ${MAX_DOMAINS} domains` });
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

export function hasMailboxes(count: number): Problem {
  const mailboxes = count === 1 ? 'a mailbox' : `${count} mailboxes`;
  return new Problem('Conflict', { message: `The domain has ${mailboxes}. Remove them first` });
}

export function unknownMailbox(): Problem {
  return invalidField('ValidationError', 'mailbox_id', 'is not a mailbox of the account');
}

/** A constraint violation as a Problem; other errors unchanged. */
export function namingConflict(error: unknown): unknown {
  switch (violatedUnique(error)) {
    case 'mail_domain__name__uq':
      return alreadyAdded();
    case 'mail_domain__verified__uq':
      return new Problem('Conflict', {
        message: 'The domain is verified elsewhere: another account has it. Nothing was changed',
      });
    default:
      return error;
  }
}
