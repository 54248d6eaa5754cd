import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Session } from '#libs/core/auth';
import { Created, Operation } from '#libs/core/http';
import { KnownMailbox } from '../mailboxes/known-mailbox.js';
import { Mailbox } from '../mailboxes/mailbox.entity.js';
import { CreatePgpKeyRequest, PgpKeyListResponse, PgpKeyObject, SignatureVerificationObject } from './pgp-key.dto.js';
import { PgpKeysService } from './pgp-keys.service.js';
import { SignatureVerification } from './signature-verification.js';

@ApiTags('PGP')
@Session()
@Controller('mailboxes/:id')
export class PgpKeysController {
  constructor(
    private readonly keys: PgpKeysService,
    private readonly signatures: SignatureVerification,
  ) {}

  @Get('pgp/keys')
  @Operation({
    summary: 'List the OpenPGP keys of a mailbox, newest first',
    description: 'Public keys of the mailbox and of those who write to it; 500 at most.',
    success: { status: 200, type: PgpKeyListResponse },
  })
  async list(@KnownMailbox('reader') mailbox: Mailbox): Promise<PgpKeyListResponse> {
    return { keys: (await this.keys.list(mailbox)).map((key) => PgpKeyObject.of(key)) };
  }

  @Post('pgp/keys')
  @Created({
    summary: 'Add an OpenPGP public key',
    description:
      'Signatures of the address are verified with it. 400 for what is no public key, for one that is expired, revoked or ' +
      'too large, and for a private key, of which nothing is kept. 409 if the mailbox has it, and at 500.',
    type: PgpKeyObject,
    location: ({ mailbox_id, id }) => `/mailboxes/${mailbox_id}/pgp/keys/${id}`,
    errors: [409],
  })
  async create(
    @KnownMailbox('sender') mailbox: Mailbox,
    @Body() { email, public_key, is_own = false }: CreatePgpKeyRequest,
  ): Promise<PgpKeyObject> {
    return PgpKeyObject.of(await this.keys.create(mailbox, { email, publicKey: public_key, isOwn: is_own }));
  }

  @Delete('pgp/keys/:keyId')
  @Operation({
    summary: 'Remove an OpenPGP key',
    description: 'Its signatures are not verified any more.',
    success: { status: 204 },
  })
  async delete(@KnownMailbox('sender') mailbox: Mailbox, @Param('keyId') keyId: string): Promise<void> {
    await this.keys.delete(mailbox, keyId);
  }

  @Post('messages/:msgId/pgp-verify')
  @HttpCode(200)
  @Operation({
    summary: 'Verify the OpenPGP signature of a message',
    description:
      'PGP/MIME, and texts that are a cleartext signature as a whole, with the keys that the mailbox has for the address in ' +
      'From. verified is false without a signature, without a key, and if any part of the message is not signed.',
    success: { status: 200, type: SignatureVerificationObject },
  })
  async verify(
    @KnownMailbox('reader') mailbox: Mailbox,
    @Param('msgId') messageId: string,
  ): Promise<SignatureVerificationObject> {
    const fingerprint = await this.signatures.verify(mailbox, messageId);
    return { verified: fingerprint !== null, signer_fingerprint: fingerprint };
  }
}
