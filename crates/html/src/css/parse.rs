//! Parses the text of a selector into its steps.

use super::compound::{Compound, Part, Test};
use super::{Join, Step};

/// Parses a list of selectors, each into its steps.
pub(super) fn list(text: &str) -> Result<Vec<Vec<Step>>, String> {
    let mut input = Input {
        rest: text.trim(),
        nesting: 0,
    };
    let mut selectors = vec![input.selector()?];
    while input.take(',') {
        input.skip_spaces();
        selectors.push(input.selector()?);
    }
    if input.rest.is_empty() {
        Ok(selectors)
    } else {
        Err(format!("unexpected {}", input.shown()))
    }
}

struct Input<'a> {
    rest: &'a str,
    nesting: usize,
}

impl Input<'_> {
    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.rest = &self.rest[next.len_utf8()..];
        Some(next)
    }

    fn take(&mut self, wanted: char) -> bool {
        let taken = self.peek() == Some(wanted);
        if taken {
            self.next();
        }
        taken
    }

    fn skip_spaces(&mut self) -> bool {
        let before = self.rest.len();
        self.rest = self.rest.trim_start();
        self.rest.len() < before
    }

    /// The next characters, for error messages.
    fn shown(&self) -> String {
        match self.rest {
            "" => "the end".to_owned(),
            rest => format!("{:?}", rest.chars().take(20).collect::<String>()),
        }
    }

    fn selector(&mut self) -> Result<Vec<Step>, String> {
        let mut steps = Vec::new();
        let mut join = Join::First;
        loop {
            steps.push(Step {
                compound: self.compound()?,
                join,
                completes: None,
            });
            let blank = self.skip_spaces();
            join = match self.peek() {
                Some('>') => Join::Child,
                Some('+') => Join::Next,
                Some('~') => Join::After,
                None | Some(',' | ')') => return Ok(steps),
                Some(_) if blank => Join::Inside,
                Some(_) => return Err(format!("unexpected {}", self.shown())),
            };
            if join != Join::Inside {
                self.next();
                self.skip_spaces();
            }
        }
    }

    fn compound(&mut self) -> Result<Compound, String> {
        let mut compound = Compound::default();
        let before = self.rest.len();
        if !self.take('*') && self.peek().is_some_and(|c| is_name(c) || c == '\\') {
            compound.name = Some(self.name()?.to_ascii_lowercase());
        }
        loop {
            let part = match self.peek() {
                Some('#') => {
                    self.next();
                    Part::Id(self.name()?)
                }
                Some('.') => {
                    self.next();
                    Part::Class(self.name()?)
                }
                Some('[') => self.attribute()?,
                Some(':') => self.pseudo()?,
                _ => break,
            };
            compound.parts.push(part);
        }
        if self.rest.len() == before {
            return Err(format!(
                "expected an element, class or other selector before {}",
                self.shown()
            ));
        }
        Ok(compound)
    }

    fn attribute(&mut self) -> Result<Part, String> {
        self.next();
        self.skip_spaces();
        let name = self.name()?.to_ascii_lowercase();
        self.skip_spaces();
        let operator = match self.next() {
            Some(']') => {
                return Ok(Part::Attribute {
                    name,
                    test: Test::Any,
                    ignore_case: false,
                });
            }
            Some('=') => '=',
            Some(c @ ('~' | '|' | '^' | '$' | '*')) if self.take('=') => c,
            _ => return Err(format!("the attribute `{name}` must end in ]")),
        };
        self.skip_spaces();
        let mut value = match self.peek() {
            Some(quote @ ('"' | '\'')) => self.string(quote)?,
            _ => self.name().unwrap_or_default(), // anything else is reported below
        };
        self.skip_spaces();
        let ignore_case = self.take('i') || self.take('I');
        self.skip_spaces();
        if !self.take(']') {
            return Err(format!(
                "] is missing before {}; a value with characters other than letters, digits, - and _ needs quotes",
                self.shown()
            ));
        }
        if ignore_case {
            value.make_ascii_lowercase();
        }
        let test = match operator {
            '~' => Test::Word(value),
            '|' => Test::Dash(value),
            '^' => Test::Begins(value),
            '$' => Test::Ends(value),
            '*' => Test::Has(value),
            _ => Test::Is(value),
        };
        Ok(Part::Attribute {
            name,
            test,
            ignore_case,
        })
    }

    fn pseudo(&mut self) -> Result<Part, String> {
        let here = self.shown();
        self.next();
        if self.peek() == Some(':') {
            return Err(format!("{here}: pseudo-elements are not supported"));
        }
        match self.name()?.to_ascii_lowercase().as_str() {
            "first-child" => Ok(Part::FirstChild),
            "not" if self.take('(') => {
                self.nesting += 1;
                if self.nesting > 4 {
                    return Err("`:not()` is nested too deeply".to_owned());
                }
                let mut compounds = Vec::new();
                loop {
                    self.skip_spaces();
                    compounds.push(self.compound()?);
                    self.skip_spaces();
                    if !self.take(',') {
                        break;
                    }
                }
                self.nesting -= 1;
                if self.take(')') {
                    Ok(Part::Not(compounds))
                } else {
                    Err(format!(
                        "`:not()` takes single elements; {} is one too many or ) is missing",
                        self.shown()
                    ))
                }
            }
            other => Err(format!(
                "`:{other}` is not supported; only `:not()` and `:first-child` are supported"
            )),
        }
    }

    /// A name with its escapes resolved: `md\:flex`, `\31 st`.
    fn name(&mut self) -> Result<String, String> {
        let mut name = String::new();
        while let Some(c) = self.peek() {
            if c == '\\' {
                self.next();
                name.push(self.escaped()?);
            } else if is_name(c) {
                self.next();
                name.push(c);
            } else {
                break;
            }
        }
        if name.is_empty() {
            return Err(format!("expected a name before {}", self.shown()));
        }
        Ok(name)
    }

    fn string(&mut self, quote: char) -> Result<String, String> {
        self.next();
        let mut value = String::new();
        loop {
            match self.next() {
                None => return Err(format!("the closing {quote} is missing")),
                Some('\\') => value.push(self.escaped()?),
                Some(c) if c == quote => return Ok(value),
                Some(c) => value.push(c),
            }
        }
    }

    /// The character after a backslash: a hexadecimal code, or the character itself.
    fn escaped(&mut self) -> Result<char, String> {
        let digits = self.rest.bytes().take(6);
        let digits = digits.take_while(u8::is_ascii_hexdigit).count();
        if digits == 0 {
            let missing = || "the selector ends in a backslash".to_owned();
            return self.next().ok_or_else(missing);
        }
        let (code, rest) = self.rest.split_at(digits);
        self.rest = rest.strip_prefix(' ').unwrap_or(rest);
        let code = u32::from_str_radix(code, 16).ok();
        Ok(code
            .and_then(char::from_u32)
            .filter(|c| *c != '\0')
            .unwrap_or('\u{fffd}'))
    }
}

fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '_') || !c.is_ascii()
}
