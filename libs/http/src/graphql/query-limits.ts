import { GraphQLError, type ASTVisitor, type ValidationContext } from 'graphql';

const MAX_TOKENS = 2_000;
const NUL = '\u0000';

/** Settings of Apollo that keep a query within what can be answered. */
export const GRAPHQL_QUERY_LIMITS = {
  /** Bounds the nesting and the aliases of a query before anything walks through it. */
  parseOptions: { maxTokens: MAX_TOKENS },
  validationRules: [storableTexts],
};

/**
 * Refuses texts in a query that no store of ours takes. Variables came with the body, which was looked through; what
 * an escape of GraphQL's own makes was not seen there.
 */
function storableTexts(context: ValidationContext): ASTVisitor {
  return {
    StringValue(node) {
      if (!node.value.includes(NUL)) return;
      context.reportError(new GraphQLError('A text must not contain the NUL character.', { nodes: node }));
    },
  };
}
