/** Questions that a file leaves open, each with its options. */
import { type Ref, useId } from 'react';
import type { ImportChoices, ImportQuestion } from '../../api/imports.ts';
import { SelectField } from '../../ui/fields.tsx';
import { Card } from '../../ui/page.tsx';
import styles from './imports-screen.module.css';

interface QuestionsCardProps {
  readonly ref: Ref<HTMLElement>;
  /** Marks the questions that are not decided. */
  readonly isChecked: boolean;
  readonly questions: readonly ImportQuestion[];
  readonly choices: ImportChoices;
  readonly onChange: (choices: ImportChoices) => void;
}

export const questionKey = ({ about, subject }: ImportQuestion): string => `${about} ${subject}`;

/** The option that is chosen; undefined while none is. */
export function valueOf(
  { about, subject }: ImportQuestion,
  choices: ImportChoices | null,
): string | undefined {
  if (!choices) return undefined;
  if (about === 'dates') return choices.dates;
  if (about === 'decimal sign') return choices.decimalSign;
  if (about === 'below zero') return choices.belowZero;
  if (about === 'state') return choices.states[subject];
  return new Map(Object.entries(choices.columns)).get(subject);
}

/** The choices with this option. The server takes the options that it has named. */
function chosen(
  { about, subject }: ImportQuestion,
  value: string,
  choices: ImportChoices,
): ImportChoices {
  const changed: Readonly<Record<ImportQuestion['about'], object>> = {
    dates: { dates: value },
    'decimal sign': { decimalSign: value },
    'below zero': { belowZero: value },
    state: { states: { ...choices.states, [subject]: value } },
    column: { columns: { ...choices.columns, [subject]: value } },
  };
  return { ...choices, ...changed[about] };
}

/** More options are a list to choose from. */
const mostRadios = 4;

export const QuestionsCard = ({
  ref,
  questions,
  isChecked,
  choices,
  onChange,
}: QuestionsCardProps) => (
  <Card title="To decide" ref={ref}>
    <div className="stack gap-20">
      {questions.map((question) => (
        <Question
          key={questionKey(question)}
          question={question}
          value={valueOf(question, choices)}
          isMissing={isChecked && valueOf(question, choices) === undefined}
          onChoose={(value) => onChange(chosen(question, value, choices))}
        />
      ))}
    </div>
  </Card>
);

interface QuestionProps {
  readonly question: ImportQuestion;
  readonly value: string | undefined;
  readonly isMissing: boolean;
  readonly onChoose: (value: string) => void;
}

function Question({ question, value, isMissing, onChoose }: QuestionProps) {
  const { text, options, example } = question;
  const name = useId();
  const line = `Line ${example.line.toLocaleString('en-US')}: ${example.text || 'empty'}`;
  if (options.length > mostRadios)
    return (
      <SelectField
        label={text}
        description={line}
        error={isMissing && 'Choose a column'}
        className={styles['select'] ?? ''}
        value={value ?? ''}
        data={[{ value: '', label: 'Choose a column', disabled: true }, ...options]}
        onChange={({ currentTarget }) => onChoose(currentTarget.value)}
      />
    );
  return (
    <fieldset className={styles['question']} aria-describedby={`${name}-line`}>
      <legend>{text}</legend>
      <p id={`${name}-line`} className="dim text-13 break-anywhere">
        {line}
      </p>
      <div className={styles['options']}>
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="radio"
              name={name}
              checked={option.value === value}
              onChange={() => onChoose(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
      {isMissing && <p className={styles['missing']}>Choose one of these</p>}
    </fieldset>
  );
}
