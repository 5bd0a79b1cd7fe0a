/** Builds DynamoDB expressions with placeholders, so that no attribute name or value is ever written inline. */
export class Expression {
  readonly names: Record<string, string> = {};
  readonly values: Record<string, unknown> = {};
  readonly #set: string[] = [];
  readonly #remove: string[] = [];
  readonly #add: string[] = [];
  readonly #delete: string[] = [];
  readonly #conditions: string[] = [];

  name(attribute: string): string {
    const placeholder = `#${attribute.replace(/\W/g, '_')}`;
    this.names[placeholder] = attribute;
    return placeholder;
  }

  value(value: unknown): string {
    const placeholder = `:v${Object.keys(this.values).length}`;
    this.values[placeholder] = value;
    return placeholder;
  }

  /** Sets the attribute, unless the value is `undefined`. */
  set(attribute: string, value: unknown): this {
    if (value !== undefined) this.#set.push(`${this.name(attribute)} = ${this.value(value)}`);
    return this;
  }

  setAll(attributes: Record<string, unknown>): this {
    for (const [attribute, value] of Object.entries(attributes)) this.set(attribute, value);
    return this;
  }

  remove(attribute: string): this {
    this.#remove.push(this.name(attribute));
    return this;
  }

  add(attribute: string, value: number | Set<string> | Set<number>): this {
    this.#add.push(`${this.name(attribute)} ${this.value(value)}`);
    return this;
  }

  /** Removes members from a set. */
  subtract(attribute: string, members: Set<string>): this {
    this.#delete.push(`${this.name(attribute)} ${this.value(members)}`);
    return this;
  }

  /** Adds a condition; conditions are joined by AND. */
  when(condition: string): this {
    this.#conditions.push(`(${condition})`);
    return this;
  }

  equals(attribute: string, value: unknown): this {
    return this.when(`${this.name(attribute)} = ${this.value(value)}`);
  }

  differs(attribute: string, value: unknown): this {
    return this.when(`${this.name(attribute)} <> ${this.value(value)}`);
  }

  oneOf(attribute: string, values: readonly unknown[]): this {
    return this.when(`${this.name(attribute)} IN (${values.map((value) => this.value(value)).join(', ')})`);
  }

  isNull(attribute: string): this {
    return this.when(`attribute_type(${this.name(attribute)}, ${this.value('NULL')})`);
  }

  exists(attribute = 'pk'): this {
    return this.when(`attribute_exists(${this.name(attribute)})`);
  }

  absent(attribute = 'pk'): this {
    return this.when(`attribute_not_exists(${this.name(attribute)})`);
  }

  /**
   * Returns the fields that an `UpdateItem`, `PutItem` or transaction member takes; empty ones are omitted. If a
   * condition fails, DynamoDB returns the item that violated it.
   */
  build() {
    const update = [
      this.#set.length > 0 ? `SET ${this.#set.join(', ')}` : '',
      this.#remove.length > 0 ? `REMOVE ${this.#remove.join(', ')}` : '',
      this.#add.length > 0 ? `ADD ${this.#add.join(', ')}` : '',
      this.#delete.length > 0 ? `DELETE ${this.#delete.join(', ')}` : '',
    ]
      .filter(Boolean)
      .join(' ');
    return {
      ...(update && { UpdateExpression: update }),
      ...(this.#conditions.length > 0 && {
        ConditionExpression: this.#conditions.join(' AND '),
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
      }),
      ...(Object.keys(this.names).length > 0 && { ExpressionAttributeNames: this.names }),
      ...(Object.keys(this.values).length > 0 && { ExpressionAttributeValues: this.values }),
    };
  }
}
