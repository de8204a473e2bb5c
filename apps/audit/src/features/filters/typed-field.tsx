import { Field, Input } from '@homie/ui';
import { useTypedText } from '@homie/widgets';

interface TypedFieldProps {
  label: string;
  placeholder: string;
  /** What the address says. */
  value: string;
  /** Told what is typed once it rests, unless it is wrong. */
  onType: (text: string) => void;
  /** What is wrong with a text, if anything is. */
  judge?: (text: string) => string | undefined;
  maxLength?: number;
  mono?: boolean;
}

/** A filter that is typed. What is wrong is marked and not searched for. */
export function TypedField(props: TypedFieldProps) {
  const { label, placeholder, value, onType, judge = () => undefined, maxLength, mono } = props;
  const [text, type] = useTypedText(value, (typed) => {
    if (judge(typed) === undefined) onType(typed);
  });
  return (
    <Field label={label} error={judge(text.trim())}>
      {(control) => (
        <Input
          {...control}
          type="search"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={maxLength}
          placeholder={placeholder}
          value={text}
          onChange={(event) => type(event.currentTarget.value)}
          css={mono ? idText : undefined}
        />
      )}
    </Field>
  );
}

const idText = { '&:not(:placeholder-shown)': { fontFamily: 'mono' } } as const;
