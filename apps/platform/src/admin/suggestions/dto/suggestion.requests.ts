/** No fields: suggestions are computed from the platform's records. */
export class ComputeSuggestionsRequest {}
