import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type ErasesPerson, ErasesPersonIn } from '#libs/privacy/data-rights';
import { exec, type TenantId } from '#libs/core/persistence';
import type { ErasedPerson } from '../erasure/erased-person.js';
import { DELETE_ATTACHMENTS, DELETE_RAW } from './erase-message-attachment.sql.js';

/** Takes the attachments from messages to an erased person alone. Their files go with the next sweep of the blobs. */
@Injectable()
@ErasesPersonIn(['message_attachment'])
export class MessageAttachmentEraser implements ErasesPerson<ErasedPerson> {
  async erase(tx: EntityManager, tenantId: TenantId, { ownContentIds, sharedContentIds }: ErasedPerson): Promise<void> {
    await exec(tx, DELETE_ATTACHMENTS, [tenantId, ownContentIds]);
    await exec(tx, DELETE_RAW, [tenantId, sharedContentIds]);
  }
}
