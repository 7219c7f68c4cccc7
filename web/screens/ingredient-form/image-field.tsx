import { Button } from '@mantine/core';
import { IconPhoto, IconUpload } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import { ingredientFormMessages } from '../../../rules/stock/ingredient-form-messages.ts';
import { dropZone } from '../../ui/drop-zone.ts';
import type { BrandImage } from './brand-image.ts';
import styles from './image-field.module.css';

interface ImageFieldProps {
  readonly image: BrandImage;
  /** Current picture; empty for none. */
  readonly imageURL: string;
  /** Name of the ingredient. */
  readonly name: string;
  readonly isRequired: boolean;
  /** True after a submit without a picture. */
  readonly isRefused: boolean;
  readonly problem: string | undefined;
}

/** Chosen picture, current picture or placeholder. */
function Shown({ image, imageURL, name }: Pick<ImageFieldProps, 'image' | 'imageURL' | 'name'>) {
  const [brokenURL, setBrokenURL] = useState('');
  if (image.picked) {
    const { address, fileName } = image.picked;
    return <img src={address} width={300} alt={`Preview of ${fileName}`} />;
  }
  if (imageURL !== '' && imageURL !== brokenURL) {
    return (
      <img
        src={`/files/${imageURL}`}
        width={300}
        alt={`${name}, as it is now`}
        onError={() => setBrokenURL(imageURL)}
      />
    );
  }
  return (
    <span aria-hidden="true" className={styles['none']}>
      <IconPhoto size={28} stroke={1.4} />
    </span>
  );
}

export function ImageField(props: ImageFieldProps) {
  const { image, imageURL, name, isRequired, isRefused, problem } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const isMissing = isRequired && !image.picked;
  const wrong = image.problem ?? problem;
  return (
    <fieldset className={styles['field']} ref={(element) => dropZone(element, image.pick)}>
      <legend>
        Brand Image<span className={styles['wrong']}>*</span>
      </legend>
      <div className={styles['row']}>
        <div className={styles['frame']}>
          <Shown image={image} imageURL={imageURL} name={name} />
        </div>
        <div className={styles['words']}>
          <input
            ref={input}
            type="file"
            accept="image/*"
            hidden
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? [];
              if (file) image.pick(file);
              // Allows selecting the same file again after it was fixed.
              currentTarget.value = '';
            }}
          />
          <div className={styles['buttons']}>
            <Button
              variant="default"
              loading={image.isReading}
              leftSection={<IconUpload size={16} stroke={1.6} aria-hidden="true" />}
              aria-describedby={`${id}-words`}
              data-upload
              data-wrong={wrong !== undefined}
              onClick={() => input.current?.click()}
            >
              Upload Image
            </Button>
            {image.picked && imageURL !== '' && (
              <Button variant="subtle" onClick={image.drop}>
                Keep the current one
              </Button>
            )}
          </div>
          <div id={`${id}-words`} className={styles['said']}>
            {wrong !== undefined && (
              <p role="alert" className={styles['wrong']}>
                {wrong}
              </p>
            )}
            {isMissing && (
              <p
                // A new element, which is announced.
                key={String(isRefused)}
                role={isRefused ? 'alert' : undefined}
                className={styles[isRefused ? 'wrong' : 'missing']}
              >
                {ingredientFormMessages.noImage}
              </p>
            )}
            <p className={styles['hint']}>{ingredientFormMessages.imageHint}</p>
          </div>
        </div>
      </div>
    </fieldset>
  );
}
