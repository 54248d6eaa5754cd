import { Injectable } from '@nestjs/common';
import { TenantLoader } from '#libs/core/graphql';
import { FolderObject } from '../../folders/folder.dto.js';
import type { Folder } from '../../folders/folder.entity.js';
import { FoldersService } from '../../folders/folders.service.js';
import { LabelObject } from '../../labels/label.dto.js';
import type { Label } from '../../labels/label.entity.js';
import { LabelsService } from '../../labels/labels.service.js';
import { AttachmentObject, type MessageObject } from '../dto/message.object.js';
import { type AttachmentsOfMessage, MessagesService } from '../messages.service.js';

/** Loads the folders, labels and attachments of messages, for all messages of a list at once. */
@Injectable()
export class MessageRelations {
  private readonly folders: TenantLoader<string, Folder>;
  private readonly labels: TenantLoader<string, Label>;
  private readonly attachments: TenantLoader<string, AttachmentsOfMessage>;

  constructor(folders: FoldersService, labels: LabelsService, messages: MessagesService) {
    this.folders = new TenantLoader(
      (tenantId, ids) => folders.listByIds(tenantId, ids),
      ({ id }) => id,
    );
    this.labels = new TenantLoader(
      (tenantId, ids) => labels.listByIds(tenantId, ids),
      ({ id }) => id,
    );
    this.attachments = new TenantLoader(
      (tenantId, ids) => messages.listAttachments(tenantId, ids),
      ({ messageId }) => messageId,
    );
  }

  async folderOf({ folder_id }: MessageObject): Promise<FolderObject | null> {
    const folder = await this.folders.load(folder_id);
    return folder ? FolderObject.of(folder) : null;
  }

  async labelsOf({ label_ids }: MessageObject): Promise<LabelObject[]> {
    const labels = await Promise.all(label_ids.map((id) => this.labels.load(id)));
    return labels.flatMap((label) => (label ? [LabelObject.of(label)] : []));
  }

  async attachmentsOf({ id }: MessageObject): Promise<AttachmentObject[]> {
    const found = await this.attachments.load(id);
    return found!.attachments.map((file) => AttachmentObject.of(file));
  }
}
