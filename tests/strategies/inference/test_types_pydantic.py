"""from_type for models, dataclasses and types of pydantic."""

import datetime
from decimal import Decimal
from typing import Annotated, Any, Generic, Literal, Optional, TypeVar, Union
from uuid import UUID

import pydantic
import pytest
from pydantic import (
    UUID4,
    AliasChoices,
    AliasPath,
    AnyUrl,
    AwareDatetime,
    BaseModel,
    ByteSize,
    ConfigDict,
    EmailStr,
    Field,
    FutureDate,
    FutureDatetime,
    HttpUrl,
    IPvAnyAddress,
    NaiveDatetime,
    PastDate,
    PastDatetime,
    PositiveInt,
    RootModel,
    SecretBytes,
    SecretStr,
    StrictBool,
    StrictInt,
    StringConstraints,
    condecimal,
    confloat,
    conint,
    conlist,
    constr,
    field_validator,
    model_validator,
)

from shortlex import given
from shortlex import strategies as st
from shortlex.errors import InvalidArgument, ResolutionFailed
from tests.strategies.laws_of_strategies import (
    draw_simplest,
    find_simplest,
    share_rejected,
    values_of,
)

T = TypeVar("T")


class Cat(BaseModel):
    kind: Literal["cat"]
    lives: int = Field(ge=1, le=9)


class Dog(BaseModel):
    kind: Literal["dog"]
    name: constr(pattern=r"^[A-Z][a-z]{1,3}$")  # type: ignore[valid-type]  # how pydantic has it


class Owner(BaseModel):
    pet: Union[Cat, Dog] = Field(discriminator="kind")
    friend: Optional["Owner"] = None


class Constrained(BaseModel):
    above: int = Field(gt=3)
    even: int = Field(multiple_of=2, lt=0)
    real: float = Field(ge=1, lt=2)
    text: str = Field(min_length=2, max_length=3)
    code: Annotated[str, StringConstraints(pattern="^[ab]$")]
    maybe: Optional[int] = Field(ge=3)
    positive: PositiveInt
    whole: conint(ge=5, le=6)  # type: ignore[valid-type]  # how pydantic has it
    number: confloat(gt=0, allow_inf_nan=False)  # type: ignore[valid-type]  # how pydantic has it
    money: condecimal(max_digits=5, decimal_places=2)  # type: ignore[valid-type]  # how pydantic has it
    free: Decimal
    listed: conlist(int, min_length=1, max_length=2)  # type: ignore[valid-type]  # how pydantic has it
    inner: list[Annotated[int, Field(gt=7)]]
    strict: StrictInt
    flag: StrictBool
    unique: UUID4
    anything: dict[str, Any]
    chosen: Annotated[int, st.just(4)]


class Aliased(BaseModel):
    plain: int = Field(alias="other")
    chosen: int = Field(validation_alias=AliasChoices("first", "second"))
    nested: int = Field(validation_alias=AliasPath("outer", "inner"))


class ByName(BaseModel):
    model_config = ConfigDict(populate_by_name=True)
    plain: int = Field(alias="not a name")


class Interval(BaseModel):
    low: int
    high: int

    @model_validator(mode="after")
    def _check(self) -> "Interval":
        if self.low > self.high:
            raise ValueError("the wrong way round")
        return self


class Never(BaseModel):
    number: int

    @field_validator("number")
    @classmethod
    def _refuse(cls, value: int) -> int:
        raise ValueError("never")


class Defaults(BaseModel):
    number: int = 5
    items: list[int] = Field(default_factory=list)


class Numbers(RootModel[list[int]]):
    pass


class Holder(BaseModel, Generic[T]):
    value: T


@pydantic.dataclasses.dataclass
class Data:
    x: int = Field(gt=4)
    y: str = "a"
    z: int = Field(init=False, default=3)


class Special(BaseModel):
    email: EmailStr
    url: HttpUrl
    any_url: AnyUrl
    secret: SecretStr
    secret_bytes: SecretBytes
    past: PastDate
    past_moment: PastDatetime
    future: FutureDate
    future_moment: FutureDatetime
    aware: AwareDatetime
    naive: NaiveDatetime
    size: ByteSize
    address: IPvAnyAddress


class Early(BaseModel):
    later: "Later"


class Later(BaseModel):
    number: int


def test_constraints_hold_without_waste() -> None:
    assert share_rejected(st.from_type(Constrained), 60) == 0
    simplest = draw_simplest(st.from_type(Constrained))
    assert simplest == Constrained(
        above=4,
        even=-2,
        real=1.0,
        text="00",
        code="a",
        maybe=None,
        positive=1,
        whole=5,
        number=1.0,
        money=Decimal("0.00"),
        free=Decimal(0),
        listed=[0],
        inner=[],
        strict=0,
        flag=False,
        unique=UUID("00000000-0000-4000-8000-000000000000"),
        anything={},
        chosen=4,
    )


def test_discriminated_unions_and_models_in_models() -> None:
    strategy = st.from_type(Owner)
    assert {type(each.pet) for each in values_of(strategy)} == {Cat, Dog}
    assert draw_simplest(strategy) == Owner(pet=Cat(kind="cat", lives=1))
    found = find_simplest(strategy, lambda owner: owner.friend and owner.friend.pet.kind == "dog")
    assert found.pet == Cat(kind="cat", lives=1)
    assert found.friend == Owner(pet=Dog(kind="dog", name="Aa"))


def test_fields_are_given_by_their_alias() -> None:
    for each in values_of(st.from_type(Aliased), 20):
        assert all(type(number) is int for number in (each.plain, each.chosen, each.nested))
    assert draw_simplest(st.from_type(ByName)).plain == 0


def test_an_alias_into_a_list_is_refused() -> None:
    class InList(BaseModel):
        first: int = Field(validation_alias=AliasPath("several", 0))

    with pytest.raises(ResolutionFailed, match="validate_by_name"):
        st.from_type(InList).validate()


def test_what_a_validator_refuses_is_drawn_again() -> None:
    strategy = st.from_type(list[Interval])
    assert share_rejected(strategy) < 0.05
    assert find_simplest(st.from_type(Interval), lambda one: one.high > 9) == Interval(
        low=0, high=10
    )


def test_a_model_that_refuses_everything_ends_in_an_error() -> None:
    from shortlex.errors import Unsatisfiable

    @given(never=...)
    def test(never: Never) -> None: ...

    with pytest.raises(Unsatisfiable):
        test()


def test_defaults_are_used_when_simplest() -> None:
    assert draw_simplest(st.from_type(Defaults)) == Defaults()
    assert find_simplest(st.from_type(Defaults), lambda one: one.number > 5) == Defaults(number=6)


def test_root_models_generic_models_and_dataclasses() -> None:
    assert draw_simplest(st.from_type(Numbers)) == Numbers([])
    assert draw_simplest(st.from_type(RootModel[int])).root == 0
    assert draw_simplest(st.from_type(Holder[str])) == Holder[str](value="")
    assert draw_simplest(st.from_type(Data)) == Data(x=5)
    assert {each.z for each in values_of(st.from_type(Data))} == {3}


def test_models_defined_before_what_they_name() -> None:
    assert draw_simplest(st.from_type(Early)).later.number == 0


def test_types_of_pydantic() -> None:
    now = datetime.date.today()
    for each in values_of(st.from_type(Special), 30):
        assert "@" in each.email
        assert each.past < now < each.future
        assert each.aware.tzinfo is not None
        assert each.naive.tzinfo is None
    simplest = draw_simplest(st.from_type(Special))
    assert simplest.email == "a@a.com"
    assert str(simplest.url) == "http://a.com/"
    assert simplest.secret.get_secret_value() == ""


def test_types_of_pydantic_that_are_not_known_are_named() -> None:
    with pytest.raises(ResolutionFailed, match=r"PostgresDsn.*register_type_strategy"):
        st.from_type(pydantic.PostgresDsn).validate()


def test_builds_lets_the_errors_of_a_model_through() -> None:
    with pytest.raises(pydantic.ValidationError):
        draw_simplest(st.builds(Interval, low=st.just(1)))
    assert draw_simplest(st.builds(Interval, low=st.just(-1))) == Interval(low=-1, high=0)
    with pytest.raises(InvalidArgument, match="'nothing'"):
        st.builds(Interval, nothing=...).validate()
