import { GraphQLError, type ASTVisitor, type ValidationContext } from 'graphql';

const NUL = '\u0000';

/**
 * Rejects texts in a query that cannot be stored. Variables were checked with the JSON body; escapes in the query itself
 * were not.
 */
export function storableTexts(context: ValidationContext): ASTVisitor {
  return {
    StringValue(node) {
      if (!node.value.includes(NUL)) return;
      context.reportError(new GraphQLError('A text must not contain the NUL character.', { nodes: node }));
    },
  };
}
