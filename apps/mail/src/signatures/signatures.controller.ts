import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Session } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { KnownMailbox } from '../mailboxes/known-mailbox.js';
import { Mailbox } from '../mailboxes/mailbox.entity.js';
import { PutSignatureRequest, SignatureObject } from './signature.dto.js';
import { SignaturesService } from './signatures.service.js';

@ApiTags('Composing')
@Session()
@Controller('mailboxes/:id/signature')
export class SignaturesController {
  constructor(private readonly signatures: SignaturesService) {}

  @Get()
  @Operation({
    summary: 'Read the signature of a mailbox',
    description: 'What its users put below their messages; empty if there is none.',
    success: { status: 200, type: SignatureObject },
  })
  async get(@KnownMailbox('reader') mailbox: Mailbox): Promise<SignatureObject> {
    return { signature_html: await this.signatures.get(mailbox) };
  }

  @Put()
  @Operation({
    summary: 'Change the signature of a mailbox',
    description:
      'It is stored without what would run, load or be sent; the answer has it as it is stored. It needs the role sender in ' +
      'the mailbox. No message gets it by itself: who writes a message puts it in.',
    success: { status: 200, type: SignatureObject },
  })
  async put(
    @KnownMailbox('sender') mailbox: Mailbox,
    @Body() { signature_html }: PutSignatureRequest,
  ): Promise<SignatureObject> {
    return { signature_html: await this.signatures.put(mailbox, signature_html) };
  }
}
