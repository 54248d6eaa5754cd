import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type ErasesPerson, ErasesPersonIn } from '#libs/privacy/data-rights';
import { exec, many, type TenantId } from '#libs/core/persistence';
import type { ErasedPerson } from '../../erasure/erased-person.js';
import { DELETE_TOTALS_OF_TAGS } from '../../event-counts/tag-values.sql.js';
import {
  DELETE_TAGS,
  EMPTY_CONTENT,
  EMPTY_EVENTS,
  EMPTY_MESSAGES,
  EMPTY_SUBJECTS,
  REMOVE_ADDRESSES,
} from './erase-messages.sql.js';

/** Empties the messages to an erased person. That they were sent stays, and so do the counts. */
@Injectable()
@ErasesPersonIn(['message', 'message_content', 'message_event', 'message_tag', 'group_total'])
export class MessageEraser implements ErasesPerson<ErasedPerson> {
  async erase(tx: EntityManager, tenantId: TenantId, person: ErasedPerson): Promise<{ messages: number }> {
    const { emails, phones, messageIds, ownContentIds, sharedContentIds } = person;
    await exec(tx, EMPTY_MESSAGES, [tenantId, messageIds]);
    // A value that other messages have says nothing of this person.
    const tags = (await many<{ tag: string }>(tx, DELETE_TAGS, [tenantId, messageIds])).map(({ tag }) => tag);
    await exec(tx, DELETE_TOTALS_OF_TAGS, [tenantId, tags]);
    await exec(tx, EMPTY_EVENTS, [tenantId, messageIds]);
    await exec(tx, EMPTY_CONTENT, [tenantId, ownContentIds]);
    await exec(tx, REMOVE_ADDRESSES, [tenantId, sharedContentIds, emails, phones]);
    await exec(tx, EMPTY_SUBJECTS, [tenantId, sharedContentIds, emails, phones]);
    return { messages: messageIds.length };
  }
}
