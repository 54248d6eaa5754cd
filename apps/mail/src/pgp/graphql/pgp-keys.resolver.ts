import { Args, ID, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Session } from '#libs/core/auth';
import { MailboxArgument } from '../../mailboxes/graphql/mailbox-argument.js';
import type { Mailbox } from '../../mailboxes/mailbox.entity.js';
import { CreatePgpKeyRequest, PgpKeyObject, SignatureVerificationObject } from '../pgp-key.dto.js';
import { PgpKeysService } from '../pgp-keys.service.js';
import { SignatureVerification } from '../signature-verification.js';

@Session()
@Resolver(() => PgpKeyObject)
export class PgpKeysResolver {
  constructor(
    private readonly keys: PgpKeysService,
    private readonly signatures: SignatureVerification,
  ) {}

  @Query(() => [PgpKeyObject], {
    nullable: true,
    description: 'Public keys of a mailbox and of those who write to it, newest first.',
  })
  async mailboxPgpKeys(@MailboxArgument('reader') mailbox: Mailbox): Promise<PgpKeyObject[]> {
    return (await this.keys.list(mailbox)).map((key) => PgpKeyObject.of(key));
  }

  @Mutation(() => PgpKeyObject, {
    nullable: true,
    description: 'Adds an OpenPGP public key; Conflict if the mailbox has it.',
  })
  async createMailboxPgpKey(
    @MailboxArgument('sender') mailbox: Mailbox,
    @Args('input') { email, public_key: publicKey, is_own: isOwn = false }: CreatePgpKeyRequest,
  ): Promise<PgpKeyObject> {
    return PgpKeyObject.of(await this.keys.create(mailbox, { email, publicKey, isOwn }));
  }

  @Mutation(() => ID, { nullable: true, description: 'Removes a key. Answers its id.' })
  async deleteMailboxPgpKey(
    @MailboxArgument('sender') mailbox: Mailbox,
    @Args('id', { type: () => ID }) id: string,
  ): Promise<string> {
    await this.keys.delete(mailbox, id);
    return id;
  }

  @Mutation(() => SignatureVerificationObject, {
    nullable: true,
    description: 'Verifies the OpenPGP signature of a message with the keys of the mailbox. Changes nothing.',
  })
  async verifyMailSignature(
    @MailboxArgument('reader') mailbox: Mailbox,
    @Args('message_id', { type: () => ID }) messageId: string,
  ): Promise<SignatureVerificationObject> {
    const fingerprint = await this.signatures.verify(mailbox, messageId);
    return { verified: fingerprint !== null, signer_fingerprint: fingerprint };
  }
}
