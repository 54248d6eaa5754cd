import { GraphqlInput, GraphqlObject } from '#libs/core/graphql';
import { MayBeAbsent, MayBeNull, Text } from '#libs/core/http';
import type { DraftState } from '../drafts.service.js';
import type { DraftStateSummary } from '../draft-states.service.js';
import { BASE_MAX, DraftStateObject, WriteDraftRequest } from '../draft.dto.js';

const Base = () => Text({ max: BASE_MAX, description: 'O valor base que o autor leu; sem ele, a última escrita vale' });

@GraphqlInput('SaveDraftInput')
export class SaveDraftInput extends WriteDraftRequest {
  @MayBeAbsent()
  @MayBeNull()
  @Base()
  base?: string | null;
}

@GraphqlInput('DiscardDraftInput')
export class DiscardDraftInput {
  @MayBeAbsent()
  @MayBeNull()
  @Base()
  base?: string | null;
}

@GraphqlObject('Draft', 'What an author goes on from: the draft or, without one, the newest version.')
export class DraftNode extends DraftStateObject {
  pageId: string;
  /** Known if the draft was just written. */
  document?: object;

  static override of(state: DraftStateSummary): DraftNode {
    return { ...DraftStateObject.of(state), pageId: state.pageId };
  }

  static ofWritten(pageId: string, state: DraftState): DraftNode {
    return { ...DraftStateObject.of(state), pageId, document: state.document };
  }
}
