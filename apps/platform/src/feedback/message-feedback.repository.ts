import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { MessageFeedback } from './message-feedback.entity.js';

@Injectable()
export class MessageFeedbackRepository {
  /** Inserts feedback; false if it is there already. */
  async insert(tx: EntityManager, feedback: Omit<MessageFeedback, 'createdAt'>): Promise<boolean> {
    const insert = tx.createQueryBuilder().insert().into(MessageFeedback).values(feedback);
    const { raw } = await insert.orIgnore().returning('key').execute();
    return (raw as unknown[]).length > 0;
  }
}
