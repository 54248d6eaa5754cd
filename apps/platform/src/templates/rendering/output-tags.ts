import {
  CycleTag,
  EchoTag,
  Filter as FilterCall,
  Tokenizer,
  type Context,
  type FilteredValueToken,
  type Liquid,
  type TagToken,
  type TopLevelToken,
  type Value,
} from 'liquidjs';

type Output = (this: { context: Context }, value: unknown) => unknown;

/** The filter of outputs: the tags make text of a value before the engine would apply it, and what it was is lost then. */
const OUTPUT = 'output_value';

/** The filter as a template would name it; parsed once, since a template may have thousands of tags. */
const OUTPUT_FILTER = new Tokenizer(`value | ${OUTPUT}`).readFilteredValue().filters[0]!;

/** Lets `echo` and `cycle` output their values as `{{ }}` does. */
export function withOutputTags(liquid: Liquid, output: Output): void {
  liquid.filters[OUTPUT] = {
    raw: true,
    handler(this: never, value: unknown) {
      return output.call(this, value);
    },
  } as never;
  liquid.registerTag('echo', OutputEcho);
  liquid.registerTag('cycle', OutputCycle);
}

class OutputEcho extends EchoTag {
  constructor(token: TagToken, remaining: TopLevelToken[], liquid: Liquid) {
    super(token, remaining, liquid);
    const { value } = this as unknown as { value?: Value };
    if (value && value.filters.at(-1)?.name !== 'raw') {
      value.filters.push(new FilterCall(OUTPUT_FILTER, liquid.filters[OUTPUT], liquid));
    }
  }
}

class OutputCycle extends CycleTag {
  constructor(token: TagToken, remaining: TopLevelToken[], liquid: Liquid) {
    super(token, remaining, liquid);
    const { candidates } = this as unknown as { candidates: FilteredValueToken[] };
    for (const { filters } of candidates) if (filters.at(-1)?.name !== 'raw') filters.push(OUTPUT_FILTER);
  }
}
