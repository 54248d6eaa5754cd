import { maskAttributes, maskText, takesInput } from './masked-attributes.js';
import { type Fields, isObject, NODE, UnreadableRecording } from './recorded-events.js';

/** Ids of the nodes that take input, and of all nodes in them. Beyond so many, every text that changes is masked. */
const REGION_MAX = 50_000;

/**
 * Nodes of a page whose texts are masked. `isUnknown` if it is not known which these are: a change may be in any of them.
 */
export class MaskedRegions {
  private constructor(
    readonly ids: Set<number>,
    public isUnknown: boolean,
  ) {}

  /** Regions of a page of which no snapshot was seen. */
  static unknown(): MaskedRegions {
    return new MaskedRegions(new Set(), true);
  }

  static of(stored: StoredRegions | null): MaskedRegions {
    return stored ? new MaskedRegions(new Set(stored.ids), stored.isUnknown) : MaskedRegions.unknown();
  }

  /** A snapshot shows the whole page. */
  begin(): void {
    this.ids.clear();
    this.isUnknown = false;
  }

  add(id: unknown): void {
    if (typeof id !== 'number') return;
    if (this.ids.size >= REGION_MAX) this.isUnknown = true;
    else this.ids.add(id);
  }

  has(id: unknown): boolean {
    return this.isUnknown || (typeof id === 'number' && this.ids.has(id));
  }

  toStored(): StoredRegions {
    return { ids: this.isUnknown ? [] : [...this.ids], isUnknown: this.isUnknown };
  }
}

export interface StoredRegions {
  ids: number[];
  isUnknown: boolean;
}

interface Visit {
  node: Fields;
  isMasked: boolean;
}

/**
 * Masks a node with all that is in it, and notes the regions. Its own stack, not the engine's, bounds the depth.
 * @param isMasked whether it is in a region
 * @throws UnreadableRecording
 */
export function maskNode(root: unknown, regions: MaskedRegions, isMasked: boolean): void {
  if (!isObject(root)) throw new UnreadableRecording('A snapshot has no node');
  const pending: Visit[] = [{ node: root, isMasked }];
  for (let visit = pending.pop(); visit; visit = pending.pop()) {
    const { node } = visit;
    const isRegion = visit.isMasked || (node['type'] === NODE.element && takesInput(tagOf(node), attributesOf(node)));
    if (isRegion) regions.add(node['id']);
    if (node['type'] === NODE.element) maskElement(node, isRegion);
    else if (node['type'] !== NODE.document && node['type'] !== NODE.doctype) maskContent(node, isRegion);
    for (const child of childrenOf(node)) pending.push({ node: child, isMasked: isRegion });
  }
}

function maskElement(node: Fields, isRegion: boolean): void {
  const tag = tagOf(node);
  node['attributes'] = tag === 'script' ? {} : maskAttributes(tag, attributesOf(node), isRegion);
  if (tag === 'script' || tag === 'noscript') node['childNodes'] = [];
}

/** Comments and the like are not shown, and so not kept. */
function maskContent(node: Fields, isRegion: boolean): void {
  const isText = node['type'] === NODE.text && typeof node['textContent'] === 'string';
  if (!isText) node['textContent'] = '';
  else if (isRegion) node['textContent'] = maskText(node['textContent']);
}

const tagOf = ({ tagName }: Fields): string => {
  if (typeof tagName !== 'string') throw new UnreadableRecording('An element has no name');
  return tagName.toLowerCase();
};

const attributesOf = ({ attributes }: Fields): Fields => (isObject(attributes) ? attributes : {});

function childrenOf({ childNodes }: Fields): Fields[] {
  if (childNodes === undefined) return [];
  if (!Array.isArray(childNodes) || !childNodes.every(isObject))
    throw new UnreadableRecording('A node has something else in place of its children');
  return childNodes as Fields[];
}
