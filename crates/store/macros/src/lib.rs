//! Attributes for the methods of `store::Store`.
//!
//! The body of an `async fn` is compiled where it is awaited. For most methods of `Store` that is the
//! program: all of them on one core, after every change of the program. Both attributes turn the
//! method into a plain function that returns a boxed future, so that the body is compiled in `store`.

use proc_macro::TokenStream;
use proc_macro2::TokenStream as Tokens;
use quote::{ToTokens, quote};
use syn::{
    ItemFn, Lifetime, Receiver, ReceiverKind, ReturnType, Signature, TypeReference,
    parse_macro_input, parse_quote,
    visit_mut::{self, VisitMut},
};

/// Boxes the future of an `async fn`.
#[proc_macro_attribute]
pub fn boxed(_: TokenStream, item: TokenStream) -> TokenStream {
    let mut function = parse_macro_input!(item as ItemFn);
    let output = output(&mut function.sig);
    let body = function.block;
    function.block = parse_quote!({ crate::retry::boxed::<#output, _>(async move #body) });
    function.into_token_stream().into()
}

/// Boxes the future of an `async fn (&self, …) -> Result<T, StoreError>` of `Store`, and runs its body again after
/// a transient database error: see `Store::retry`. The body must be harmless when repeated, even if some of its transactions were
/// committed. Others are `#[retried(once)]`: their body is one transaction and has an `Once` of this name, which its attempts share.
#[proc_macro_attribute]
pub fn retried(once: TokenStream, item: TokenStream) -> TokenStream {
    let once = (!once.is_empty()).then(|| {
        let once = Tokens::from(once);
        quote!(let #once = crate::once::Once::new();)
    });
    let mut function = parse_macro_input!(item as ItemFn);
    let output = output(&mut function.sig);
    let body = function.block;
    function.block = parse_quote!({
        crate::retry::boxed::<#output, _>(async move {
            #once
            self.retry(&|| crate::retry::boxed::<#output, _>(async #body)).await
        })
    });
    function.into_token_stream().into()
}

/// Changes the signature to return a boxed future, and returns the original output type.
fn output(signature: &mut Signature) -> Tokens {
    let output = match &signature.output {
        ReturnType::Default => quote!(()),
        ReturnType::Type(_, output) => output.to_token_stream(),
    };
    let mut lifetimes = NameLifetimes;
    for argument in &mut signature.inputs {
        lifetimes.visit_fn_arg_mut(argument);
    }
    signature.asyncness = None;
    signature.generics.params.insert(0, parse_quote!('a));
    signature.output = parse_quote!(-> crate::retry::BoxFuture<'a, #output>);
    output
}

/// Gives every elided lifetime the name `'a`.
struct NameLifetimes;

impl VisitMut for NameLifetimes {
    fn visit_receiver_mut(&mut self, receiver: &mut Receiver) {
        if let ReceiverKind::Reference(_, lifetime, _) = &mut receiver.kind {
            lifetime.get_or_insert(parse_quote!('a));
        }
    }

    fn visit_type_reference_mut(&mut self, reference: &mut TypeReference) {
        reference.lifetime.get_or_insert(parse_quote!('a));
        visit_mut::visit_type_reference_mut(self, reference);
    }

    fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
        if lifetime.ident == "_" {
            *lifetime = parse_quote!('a);
        }
    }
}
