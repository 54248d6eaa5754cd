import { currentSession } from '#libs/core/auth';
import type { NoteAuthor } from './notes.service.js';

/** The user of the session, with its role in the account. */
export function currentNoteAuthor(): NoteAuthor {
  const { userId, role } = currentSession();
  return { userId, role: role ?? 'member' };
}
