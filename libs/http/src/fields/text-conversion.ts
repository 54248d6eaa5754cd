import 'reflect-metadata';

/** How a property comes out of a query string. */
export interface TextConversion {
  /** Makes a value of the parameter's text; returns the text itself when it cannot. */
  convert?: (text: string) => unknown;
  /** The value when the parameter is absent. */
  fallback?: unknown;
}

const CONVERSIONS = Symbol('http:text-conversions');

/** Declares how a property is read from text. */
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
