import type { Block, BlockKind } from '#libs/admission';

/** One entry of the blocklist. */
export interface BlockEntry extends Block {
  id: string;
  position: number;
  reason: string;
  /** Who put it there. */
  createdBy: string;
  createdAt: Date;
}

export type NewBlock = Block & { reason: string; createdBy: string };

export interface BlockFilter {
  kind?: BlockKind;
  /** A part of the value. */
  text?: string;
}
