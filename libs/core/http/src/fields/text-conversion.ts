import 'reflect-metadata';

/** How the value of a property is read from a query string. */
export interface TextConversion {
  /** Converts the parameter's text; returns the text itself if it is not valid. */
  convert?: (text: string) => unknown;
  /** Any text will do: `convert` makes a harmless one of it, also of one that Postgres cannot store. */
  takesAny?: boolean;
  /** The value if the parameter is absent. */
  fallback?: unknown;
}

const CONVERSIONS = Symbol('http:text-conversions');

export function FromText(conversion: TextConversion): PropertyDecorator {
  return (prototype, property) => {
    const known = conversionsOf(prototype);
    Reflect.defineMetadata(CONVERSIONS, new Map([...known, [String(property), conversion]]), prototype);
  };
}

/** The conversions of a class, inherited ones included. */
export function conversionsOf(prototype: object): ReadonlyMap<string, TextConversion> {
  return (Reflect.getMetadata(CONVERSIONS, prototype) as Map<string, TextConversion> | undefined) ?? new Map();
}
