import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Session } from '#libs/core/auth';
import { MailboxArgument } from '../../mailboxes/graphql/mailbox-argument.js';
import type { Mailbox } from '../../mailboxes/mailbox.entity.js';
import { PutSignatureRequest, SignatureObject } from '../signature.dto.js';
import { SignaturesService } from '../signatures.service.js';

@Session()
@Resolver(() => SignatureObject)
export class SignaturesResolver {
  constructor(private readonly signatures: SignaturesService) {}

  @Query(() => SignatureObject, { nullable: true, description: 'The signature of a mailbox; empty if there is none.' })
  async mailboxSignature(@MailboxArgument('reader') mailbox: Mailbox): Promise<SignatureObject> {
    return { signature_html: await this.signatures.get(mailbox) };
  }

  @Mutation(() => SignatureObject, {
    nullable: true,
    description: 'Changes the signature of a mailbox. It is stored without what would run, load or be sent.',
  })
  async setMailboxSignature(
    @MailboxArgument('sender') mailbox: Mailbox,
    @Args('input') { signature_html }: PutSignatureRequest,
  ): Promise<SignatureObject> {
    return { signature_html: await this.signatures.put(mailbox, signature_html) };
  }
}
