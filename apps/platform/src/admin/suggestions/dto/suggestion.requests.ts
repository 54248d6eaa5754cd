/** Suggestions are computed of what the platform knows; nothing is asked for. */
export class ComputeSuggestionsRequest {}
