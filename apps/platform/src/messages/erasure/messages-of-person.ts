import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { many, type TenantId } from '#libs/core/persistence';
import type { ErasedPerson } from '../../erasure/erased-person.js';
import { LIST_MESSAGES_TO, LIST_OWN_CONTENT } from './erase-messages.sql.js';

/** Finds the messages to a person, before their recipients are erased. */
@Injectable()
export class MessagesOfPerson {
  async find(
    tx: EntityManager,
    tenantId: TenantId,
    emails: readonly string[],
    phones: readonly string[],
  ): Promise<Pick<ErasedPerson, 'messageIds' | 'ownContentIds' | 'sharedContentIds'>> {
    const sent = await many<{ id: string; contentId: string }>(tx, LIST_MESSAGES_TO, [tenantId, emails, phones]);
    const messageIds = sent.map(({ id }) => id);
    const contents = [...new Set(sent.map(({ contentId }) => contentId))];
    const own = await many<{ id: string }>(tx, LIST_OWN_CONTENT, [tenantId, contents, messageIds]);
    const ownContentIds = own.map(({ id }) => id);
    return { messageIds, ownContentIds, sharedContentIds: contents.filter((id) => !ownContentIds.includes(id)) };
  }
}
