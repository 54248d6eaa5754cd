import { Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { FolderObject } from '../../folders/folder.dto.js';
import { LabelObject } from '../../labels/label.dto.js';
import { AttachmentObject, MessageObject, WholeMessageObject } from '../dto/message.object.js';
import { MessageRelations } from './message-relations.js';

const FOLDER = { nullable: true, description: 'Null once it is deleted.' } as const;
const LABELS = { description: 'Those of `label_ids`.' };

/** Resolves the fields of a message in a list or a thread that are objects of their own. */
@Resolver(() => MessageObject)
export class MessageRelationsResolver {
  constructor(private readonly relations: MessageRelations) {}

  @ResolveField(() => FolderObject, FOLDER)
  async folder(@Parent() message: MessageObject): Promise<FolderObject | null> {
    return this.relations.folderOf(message);
  }

  @ResolveField(() => [LabelObject], LABELS)
  async labels(@Parent() message: MessageObject): Promise<LabelObject[]> {
    return this.relations.labelsOf(message);
  }

  @ResolveField(() => [AttachmentObject], { description: 'Its files, in their order.' })
  async attachments(@Parent() message: MessageObject): Promise<AttachmentObject[]> {
    return this.relations.attachmentsOf(message);
  }
}

/** The same for a message that is read, which has its files. */
@Resolver(() => WholeMessageObject)
export class WholeMessageRelationsResolver {
  constructor(private readonly relations: MessageRelations) {}

  @ResolveField(() => FolderObject, FOLDER)
  async folder(@Parent() message: MessageObject): Promise<FolderObject | null> {
    return this.relations.folderOf(message);
  }

  @ResolveField(() => [LabelObject], LABELS)
  async labels(@Parent() message: MessageObject): Promise<LabelObject[]> {
    return this.relations.labelsOf(message);
  }
}
