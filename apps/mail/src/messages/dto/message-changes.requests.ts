import { Equals } from 'class-validator';
import { GraphqlInput } from '#libs/core/graphql';
import { Flag, MayBeAbsent, Problem, Uuid } from '#libs/core/http';
import type { MessageChanges } from '../store/message-store.js';

@GraphqlInput('UpdateMailMessageInput', 'What is absent stays.')
export class UpdateMessageRequest {
  @MayBeAbsent()
  @Flag({ description: 'Whether it is read.' })
  lida?: boolean;

  @MayBeAbsent()
  @Flag({ description: 'Whether it is starred.' })
  favorita?: boolean;

  @MayBeAbsent()
  @Uuid({ description: 'The folder that it moves to.' })
  folder_id?: string;
}

@GraphqlInput('ReleaseMailMessageInput')
export class ReleaseMessageRequest {
  @Flag({ description: 'Must be true: the message may do harm.' })
  @Equals(true)
  confirmo: boolean;
}

/** @throws Problem ValidationError if it changes nothing */
export function toMessageChanges({ lida, favorita, folder_id }: UpdateMessageRequest): MessageChanges {
  const changes: MessageChanges = {
    ...(lida !== undefined && { isRead: lida }),
    ...(favorita !== undefined && { isStarred: favorita }),
    ...(folder_id !== undefined && { folderId: folder_id }),
  };
  if (Object.keys(changes).length > 0) return changes;
  throw new Problem('ValidationError', { message: 'Name lida, favorita or folder_id' });
}
