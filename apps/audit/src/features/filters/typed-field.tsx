import { Box, Field, Input } from '@homie/ui';
import { useTypedText } from '@homie/widgets';

interface TypedFieldProps {
  label: string;
  placeholder: string;
  /** The value in the address. */
  value: string;
  /** Called with the text, debounced, if it is valid. */
  onType: (text: string) => void;
  /** Validates a text: returns an error message, or undefined if the text is valid. */
  validate?: (text: string) => string | undefined;
  maxLength?: number;
  mono?: boolean;
}

/** Renders a text filter. Invalid text is marked and not searched for. */
export function TypedField(props: TypedFieldProps) {
  const { label, placeholder, value, onType, validate = () => undefined, maxLength, mono } = props;
  const [text, type] = useTypedText(value, (typed) => {
    if (validate(typed) === undefined) onType(typed);
  });
  return (
    <Box gridColumn={{ base: 'span 2', lg: 'auto' }}>
      <Field label={label} error={validate(text.trim())}>
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
    </Box>
  );
}

const idText = { '&:not(:placeholder-shown)': { fontFamily: 'mono' } } as const;
