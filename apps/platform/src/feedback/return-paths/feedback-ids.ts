import { Injectable } from '@nestjs/common';
import { SecretBox } from '#libs/core/secrets';
import { issueToken, verifyToken, type MessageRef } from './message-token.js';

const PURPOSE = 'email.feedback-id';

/**
 * The `CFBL-Feedback-ID` of each e-mail (RFC 9477), by which a complaint is matched to it that quotes little else. It is no
 * return path: it stays in mail that is forwarded, so it proves a complaint and no bounce.
 */
@Injectable()
export class FeedbackIds {
  constructor(private readonly secrets: SecretBox) {}

  idOf(ref: MessageRef, issuedAt = new Date()): string {
    return issueToken(this.secrets, PURPOSE, ref, issuedAt);
  }

  /** The message of an id; null for one that this installation did not write, or that has expired. */
  verify(id: string, now = new Date()): MessageRef | null {
    const token = verifyToken(this.secrets, PURPOSE, id.toLowerCase(), now);
    return token?.expired === false ? token.ref : null;
  }
}
