import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { dollarsOf } from '../../../../lib/price-text.ts';
import { drinkMessages } from '../../../../rules/drinks/drink-messages.ts';
import { deliveryMessages, isBottleCount } from '../../../../rules/stock/deliveries.ts';
import { errorMessage, isOutcomeUnknown } from '../../../api/api-error.ts';
import { createDelivery, type Delivery } from '../../../api/deliveries.ts';
import type { EndpointInput } from '../../../api/endpoint-input.ts';
import { newKey } from '../../../api/new-key.ts';
import { stockQuery } from '../../../api/stock-counts.ts';
import { isChanged } from '../../../components/form-state.ts';
import { useImagePick } from '../../../components/picked-image.tsx';
import { DialogForm, SentFields } from '../../../components/sent-form.tsx';
import { guessedTimezone } from '../../../components/timezone-choice.ts';
import { SelectField } from '../../../ui/fields.tsx';
import { ErrorLine } from '../../../ui/page.tsx';
import { InvoiceField } from './invoice-field.tsx';
import {
  bottlesField,
  costField,
  countOf,
  isEntered,
  type ReceivedLine,
  ReceiveLines,
  sumText,
  type TypedBottles,
} from './receive-lines.tsx';
import styles from './receive-form.module.css';

/** Returns the text of a field by its name. */
type Typed = (name: string) => string;

interface Given {
  readonly typed: Typed;
  /** Lines that have come. */
  readonly given: readonly ReceivedLine[];
}

export interface LastDelivery {
  readonly day: string;
  readonly lines: Delivery['lines'];
}

interface ReceiveFormProps {
  readonly venueId: string;
  readonly title: string;
  /** Of the ingredients in stock, where none are given. */
  readonly lines?: readonly ReceivedLine[];
  /** The last delivery of the supplier, whose bottles can be filled in. */
  readonly last?: LastDelivery | undefined;
  readonly disabled?: boolean;
  /** Fields above. */
  readonly children?: ReactNode;
  /** What the bottles came from. */
  readonly sourceOf: (
    typed: Typed,
  ) => Promise<Pick<EndpointInput<'createDelivery'>['body'], 'orderId' | 'supplierId'>>;
  readonly onClose: () => void;
}

const noErrors: ReadonlyMap<string, string> = new Map();

/** Dialog that receives bottles into a storeroom, with what they cost and a photo of the invoice. */
export function ReceiveForm({
  venueId,
  title,
  lines,
  last,
  disabled = false,
  children,
  sourceOf,
  onClose,
}: ReceiveFormProps) {
  const [key] = useState(newKey);
  const form = useRef<HTMLFormElement>(null);
  const [typedBottles, setTypedBottles] = useState<TypedBottles>(new Map());
  const [problems, setProblems] = useState(noErrors);
  const [isEmpty, setIsEmpty] = useState(false);
  const photo = useImagePick();
  const { data: stock } = useQuery(stockQuery(venueId, guessedTimezone().timezone));
  const shown: readonly ReceivedLine[] = lines ?? stock?.ingredients ?? [];
  const again = (last?.lines ?? []).filter(({ ingredientId }) =>
    shown.some((line) => line.ingredientId === ingredientId),
  );
  /** A cost without bottles is given too, so that it is refused and not dropped. */
  const isGiven = (line: ReceivedLine, typed: Typed): boolean =>
    line.outstanding === undefined
      ? isEntered(line, typedBottles) || typed(costField(line.ingredientId)).trim() !== ''
      : typed(`come ${line.ingredientId}`) !== '';
  const sending = useMutation({
    mutationFn: async ({ typed, given }: Given) => {
      const received = given.map((line) => {
        const cost = dollarsOf(typed(costField(line.ingredientId)));
        const { ingredientId } = line;
        return {
          ingredientId,
          bottles: countOf(line, typedBottles),
          ...(cost !== null && { cost }),
        };
      });
      const body = { key, storeId: typed('store'), lines: received };
      await createDelivery(venueId, { ...body, ...(await sourceOf(typed)) }, photo.picked);
    },
    onSuccess: onClose,
  });
  const send = (typed: Typed) => {
    const given = shown.filter((line) => isGiven(line, typed));
    const found = given.flatMap((line): [string, string][] => {
      const { ingredientId } = line;
      const cost = typed(costField(ingredientId)).trim();
      if (!isBottleCount(countOf(line, typedBottles)))
        return [[bottlesField(ingredientId), deliveryMessages.badBottles]];
      return cost !== '' && dollarsOf(cost) === null
        ? [[costField(ingredientId), drinkMessages.badPrice]]
        : [];
    });
    // A line with an error is shown before it is focused.
    flushSync(() => {
      setIsEmpty(given.length === 0);
      setProblems(new Map(found));
    });
    if (found.length > 0)
      form.current?.querySelector<HTMLInputElement>('[aria-invalid=true]')?.focus();
    else if (given.length > 0) sending.mutate({ typed, given });
  };
  const isUncertain = isOutcomeUnknown(sending.error);
  const isPhotoLost = errorMessage(sending.error) === deliveryMessages.invoiceLost;
  const isFixed = isUncertain || isPhotoLost;
  const dialog = { title, sending, onClose };
  const forget = (ingredientId: string) => {
    const fields = [bottlesField(ingredientId), costField(ingredientId)];
    setProblems(new Map([...problems].filter(([name]) => !fields.includes(name))));
    setIsEmpty(false);
  };
  if (stock?.stores.length === 0)
    return (
      <DialogForm {...dialog} submit="Close" onSend={onClose}>
        <p>{deliveryMessages.noStore}</p>
      </DialogForm>
    );
  return (
    <DialogForm
      {...dialog}
      formRef={form}
      submit="Receive"
      submitProps={{ disabled: !stock || disabled }}
      isAtFields={false}
      isUncertain={isUncertain && !isPhotoLost}
      isUnsaved={() => typedBottles.size > 0 || photo.picked !== null || isChanged(form.current)}
      onSend={send}
    >
      <SentFields isFixed={isFixed}>
        {children}
        <SelectField
          label="Into"
          name="store"
          data={(stock?.stores ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        />
      </SentFields>
      <InvoiceField photo={photo} isOptional />
      <SentFields isFixed={isFixed}>
        {isEmpty && <ErrorLine>{deliveryMessages.nothing}</ErrorLine>}
        {again.length > 0 && (
          <div className={styles['last']}>
            <p>
              Last delivery: {last?.day}, {sumText(again.map(({ bottles }) => bottles))}
            </p>
            <Button
              size="compact-md"
              variant="default"
              onClick={() =>
                setTypedBottles(
                  new Map([
                    ...typedBottles,
                    ...again.map((line): [string, string] => [
                      line.ingredientId,
                      String(line.bottles),
                    ]),
                  ]),
                )
              }
            >
              As last time
            </Button>
          </div>
        )}
        <ReceiveLines
          lines={shown}
          typed={typedBottles}
          problems={problems}
          onBottles={(ingredientId, bottles) => {
            setTypedBottles(new Map(typedBottles).set(ingredientId, bottles));
            forget(ingredientId);
          }}
          onCost={forget}
        />
      </SentFields>
    </DialogForm>
  );
}
